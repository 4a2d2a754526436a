import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { z } from 'zod';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { loadConfig } from '#platform/config/load.ts';
import { type Running, startFlorin } from '../src/processes/start.ts';
import { startLocalNode } from '../src/sandbox/local-nodes.ts';
import type { SandboxFile } from '../src/sandbox/sandbox-file.ts';
import { TEST_ACCOUNTS } from '../src/sandbox/test-accounts.ts';
import { type RelayedNode, relayNode } from '../tests/support/relayed-node.ts';
import { openBenchDatabase } from './bench-database.ts';
import { compare, medianOf, PASSES, type Question, type Sample } from './harness.ts';

/** How many payments the batch and the bundle have. */
const PAYMENTS = 100;
/** How many links are made at a time, as a careful integrator would. */
const CALLS_MAX = 8;

/** Question 7: how often a payer waits for a node before an answer comes. */
export const roundtrips: Question = {
  name: 'roundtrips',
  purpose:
    'How often is a node waited for in one answer to a payer, against reading everything one by one?',
  run: async (report) => {
    await using bench = await openBench();
    const links = await makeLinks(bench.sandbox);
    const measure = (count: 'trips' | 'requests' | 'questions') => async (): Promise<Sample> => {
      const sample: Record<string, number> = {};
      for (const { name, path } of links) sample[name] = (await asked(bench, path))[count];
      return sample;
    };
    const samples = await compare(
      [
        { name: 'florin', measure: measure('trips') },
        { name: 'HTTP requests', measure: measure('requests') },
        { name: 'one by one', measure: measure('questions') },
      ],
      report,
    );
    return {
      sizes: { passes: PASSES, payments: PAYMENTS },
      samples,
      ratios: links.map(({ name, bar }) =>
        medianOf(samples, { name, number: name, of: 'florin', wanted: 'at most', bar }),
      ),
    };
  },
};

interface Bench extends AsyncDisposable {
  readonly sandbox: SandboxFile;
  readonly relay: RelayedNode;
}

/** The hosts alone, on a node behind a relay that counts: nothing else calls it. */
async function openBench(): Promise<Bench> {
  const home = await mkdtemp(join(tmpdir(), 'florin-bench-'));
  const database = await openBenchDatabase();
  const node = await startLocalNode({ network: 'base' });
  const relay = await relayNode(node.rpcUrl);
  const loaded = loadConfig(
    {
      FLORIN_MODE: 'sandbox',
      FLORIN_HOME: home,
      DATABASE_URL: database.url,
      SANDBOX_NETWORKS: 'sepolia,base',
      RPC_URL_BASE: relay.rpcUrl,
      API_PORT: '0',
      AUTH_PORT: '0',
      PAY_PORT: '0',
      DASHBOARD_PORT: '0',
    },
    NETWORK_IDS,
  );
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const log = pino({ level: 'silent' });
  const running: Running = await startFlorin(loaded.config, { engines: new Set(['serve']), log });
  const { sandbox } = running;
  if (sandbox === undefined) throw new Error('a sandbox that serves has its file');
  return {
    sandbox,
    relay,
    [Symbol.asyncDispose]: async () => {
      await running.stop();
      await relay.stop();
      await node.stop();
      await database[Symbol.asyncDispose]();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** What one answer to a payer took: waits in turn, HTTP requests, and questions in them. */
async function asked({ sandbox, relay }: Bench, path: string) {
  const before = {
    trips: relay.trips,
    requests: relay.requests,
    questions: relay.questions.length,
  };
  const answer = await fetch(`${sandbox.apiUrl}/v2/secure-payments/${path}`, {
    headers: { 'x-client-id': sandbox.clientId, origin: sandbox.origin },
  });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  await answer.text();
  return {
    trips: relay.trips - before.trips,
    requests: relay.requests - before.requests,
    questions: relay.questions.length - before.questions,
  };
}

interface Asked {
  readonly name: string;
  readonly path: string;
  readonly bar: number;
}

/** A link of every kind, seen without a wallet, seen with one, and prepared for payment. */
async function makeLinks(sandbox: SandboxFile): Promise<readonly Asked[]> {
  const item = (amount: string, more: Readonly<Record<string, string>> = {}) => ({
    payee: TEST_ACCOUNTS.payee.address,
    amount,
    invoiceCurrency: 'USDC-base',
    paymentCurrency: 'USDC-base',
    ...more,
  });
  const link = (requests: readonly unknown[]) => create(sandbox, '', { requests });
  const many = Array.from({ length: PAYMENTS }, (_, i) =>
    item(`0.${1_000 + i}`, { payee: payeeNumber(i) }),
  );
  const tokens = {
    single: await link([item('12.5')]),
    batch: await link(many),
    conversion: await link([item('10.5', { invoiceCurrency: 'GBP' })]),
    bundle: await makeBundle(sandbox),
  };
  const wallet = `wallet=${TEST_ACCOUNTS.payer.address}`;
  return Object.entries(tokens).flatMap(([kind, token]) => [
    // A conversion is shown at the rate of the chain, for every reader.
    { name: `${kind}, seen`, path: token, bar: kind === 'conversion' ? 1 : 0 },
    { name: `${kind}, seen by a wallet`, path: `${token}?${wallet}`, bar: 1 },
    { name: `${kind}, prepared`, path: `${token}/pay?${wallet}`, bar: 1 },
  ]);
}

async function makeBundle(sandbox: SandboxFile): Promise<string> {
  const childTokens: string[] = [];
  while (childTokens.length < PAYMENTS) {
    const some = Math.min(CALLS_MAX, PAYMENTS - childTokens.length);
    const payouts = Array.from({ length: some }, (_, i) =>
      create(sandbox, '/payouts', {
        recipient: payeeNumber(childTokens.length + i),
        creatorWalletAddress: TEST_ACCOUNTS.payer.address,
        network: 'base',
        currency: 'USDC-base',
        amount: '0.25',
      }),
    );
    childTokens.push(...(await Promise.all(payouts)));
  }
  return await create(sandbox, '/multicall-payouts', { childTokens });
}

/** Different payees, as each of them is simulated before anybody signs. */
function payeeNumber(i: number): string {
  return `0x${(i + 1).toString(16).padStart(40, 'a')}`;
}

const Created = z.object({ token: z.string() });

async function create(sandbox: SandboxFile, path: string, body: unknown): Promise<string> {
  const answer = await fetch(`${sandbox.apiUrl}/v2/secure-payments${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': sandbox.apiKey },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${text}`);
  return Created.parse(JSON.parse(text)).token;
}
