import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { z } from 'zod';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { systemRandom } from '#kit/secret.ts';
import { loadConfig } from '#platform/config/load.ts';
import { type Running, startFlorin } from '../src/processes/start.ts';
import { startRouteServer } from '../src/sandbox/bridge/route-server.ts';
import { startLocalNode } from '../src/sandbox/local-nodes.ts';
import type { SandboxFile } from '../src/sandbox/sandbox-file.ts';
import { TEST_ACCOUNTS } from '../src/sandbox/test-accounts.ts';
import { type JointWaits, type RelayedNode, relayNode } from '../tests/support/relayed-node.ts';
import { openBenchDatabase } from './bench-database.ts';
import { compare, medianOf, PASSES, type Question, type Sample } from './harness.ts';

/** How many payments the batch and the bundle have. */
const PAYMENTS = 100;
/** How many links are made at a time, as a careful integrator would. */
const CALLS_MAX = 8;

/** What one answer to a payer took. */
interface Taken {
  /** Waits in turn, for any node. */
  readonly trips: number;
  /** The most of them that were for one network. */
  readonly tripsOfNetwork: number;
  readonly requests: number;
  /** Single questions to a node, in all requests. */
  readonly questions: number;
}

/** Question 7: how often a payer waits for a node before an answer comes. */
export const roundtrips: Question = {
  name: 'roundtrips',
  purpose:
    'How often is a node waited for in one answer to a payer, against reading everything one by one?',
  run: async (report) => {
    await using bench = await openBench();
    const answers = [...(await makeLinks(bench)), ...answersOfRoutes(bench)];
    const measure = (count: keyof Taken) => async (): Promise<Sample> => {
      const sample: Record<string, number> = {};
      for (const { name, send } of answers) sample[name] = (await send())[count];
      return sample;
    };
    const samples = await compare(
      [
        { name: 'florin', measure: measure('trips') },
        { name: 'of one network', measure: measure('tripsOfNetwork') },
        { name: 'HTTP requests', measure: measure('requests') },
        { name: 'one by one', measure: measure('questions') },
      ],
      report,
    );
    return {
      sizes: { passes: PASSES, payments: PAYMENTS },
      samples,
      ratios: answers.map(({ name, bar }) =>
        medianOf(samples, { name, number: name, of: 'florin', wanted: 'at most', bar }),
      ),
    };
  },
};

interface Bench extends AsyncDisposable {
  readonly sandbox: SandboxFile;
  readonly relays: readonly RelayedNode[];
  readonly joint: JointWaits;
}

/** The hosts alone, on nodes behind relays that count: nothing else calls them, as the route provider has ways of its own. */
async function openBench(): Promise<Bench> {
  const home = await mkdtemp(join(tmpdir(), 'florin-bench-'));
  const database = await openBenchDatabase();
  const nodes = [
    await startLocalNode({ network: 'base' }),
    await startLocalNode({ network: 'arbitrum-one' }),
  ];
  const joint = { underWay: 0, trips: 0 };
  const relays = await Promise.all(nodes.map(({ rpcUrl }) => relayNode(rpcUrl, joint)));
  const provider = await startRouteServer({ nodes, random: systemRandom });
  const loaded = loadConfig(
    {
      FLORIN_MODE: 'sandbox',
      FLORIN_HOME: home,
      DATABASE_URL: database.url,
      SANDBOX_NETWORKS: 'sepolia,base,arbitrum-one',
      RPC_URL_BASE: relays[0]?.rpcUrl,
      RPC_URL_ARBITRUM_ONE: relays[1]?.rpcUrl,
      ROUTE_PROVIDER_URL: provider.url,
      ROUTE_PROVIDER_INTEGRATOR: 'florin-bench',
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
    relays,
    joint,
    [Symbol.asyncDispose]: async () => {
      await running.stop();
      await provider.stop();
      await Promise.all(relays.map((relay) => relay.stop()));
      await Promise.all(nodes.map((node) => node.stop()));
      await database[Symbol.asyncDispose]();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** What some calls of a payer took. */
async function taken({ relays, joint }: Bench, work: () => Promise<unknown>): Promise<Taken> {
  const count = () =>
    relays.map(({ trips, requests, questions }) => [trips, requests, questions.length] as const);
  const [before, waited] = [count(), joint.trips];
  await work();
  const most = count().map((now, i) => now.map((value, j) => value - (before[i]?.[j] ?? 0)));
  const sum = (at: number) => most.reduce((total, one) => total + (one[at] ?? 0), 0);
  return {
    trips: joint.trips - waited,
    tripsOfNetwork: Math.max(...most.map(([trips]) => trips ?? 0)),
    requests: sum(1),
    questions: sum(2),
  };
}

/** Calls the API as a payer's page, below a link; the parsed answer. */
async function call({ sandbox }: Bench, path: string, body?: object): Promise<unknown> {
  const headers = {
    'x-client-id': sandbox.clientId,
    origin: sandbox.origin,
    ...(body && { 'content-type': 'application/json' }),
  };
  const answer = await fetch(`${sandbox.apiUrl}/v2/secure-payments/${path}`, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

const WALLET = `wallet=${TEST_ACCOUNTS.payer.address}`;
const SOURCE = `${WALLET}&chain=ARBITRUM&token=USDT`;
const Routed = z.object({ metadata: z.object({ rawStep: z.unknown() }) });

/**
 * Payments from another network, each by a link of its own: options and quotes are kept for some seconds. The waits for the
 * route provider are not counted.
 */
function answersOfRoutes(bench: Bench): readonly Asked[] {
  const link = () => makeLink(bench.sandbox, [item('12.5')]);
  const report = { txHash: `0x${'ab'.repeat(32)}`, chain: 'ARBITRUM', token: 'USDT' };
  return [
    {
      name: 'from elsewhere, seen by a wallet',
      bar: 1,
      send: async () => {
        const path = `${await link()}?${WALLET}`;
        return await taken(bench, () => call(bench, path));
      },
    },
    {
      name: 'from elsewhere, prepared',
      bar: 1,
      send: async () => {
        const path = `${await link()}/pay?${SOURCE}`;
        return await taken(bench, () => call(bench, path));
      },
    },
    {
      name: 'from elsewhere, prepared again',
      bar: 1,
      send: async () => {
        const token = await link();
        const { metadata } = Routed.parse(await call(bench, `${token}/pay?${SOURCE}`));
        const body = { step: metadata.rawStep };
        return await taken(bench, () => call(bench, `${token}/refresh-step-transaction`, body));
      },
    },
    {
      name: 'from elsewhere, reported',
      bar: 0,
      send: async () => {
        const path = `${await link()}/intent`;
        return await taken(bench, () => call(bench, path, report));
      },
    },
  ];
}

/** An answer to a payer that is measured. */
interface Asked {
  readonly name: string;
  /** How many waits it may take. */
  readonly bar: number;
  readonly send: () => Promise<Taken>;
}

const item = (amount: string, more: Readonly<Record<string, string>> = {}) => ({
  payee: TEST_ACCOUNTS.payee.address,
  amount,
  invoiceCurrency: 'USDC-base',
  paymentCurrency: 'USDC-base',
  ...more,
});

const makeLink = (sandbox: SandboxFile, requests: readonly unknown[]) =>
  create(sandbox, '', { requests });

/** A link of every kind, seen without a wallet, seen with one, and prepared for payment. */
async function makeLinks(bench: Bench): Promise<readonly Asked[]> {
  const { sandbox } = bench;
  const link = (requests: readonly unknown[]) => makeLink(sandbox, requests);
  const many = Array.from({ length: PAYMENTS }, (_, i) =>
    item(`0.${1_000 + i}`, { payee: payeeNumber(i) }),
  );
  const tokens = {
    single: await link([item('12.5')]),
    batch: await link(many),
    conversion: await link([item('10.5', { invoiceCurrency: 'GBP' })]),
    bundle: await makeBundle(sandbox),
  };
  const send = (path: string) => () => taken(bench, () => call(bench, path));
  return Object.entries(tokens).flatMap(([kind, token]) => [
    // A conversion is shown at the rate of the chain, for every reader.
    { name: `${kind}, seen`, send: send(token), bar: kind === 'conversion' ? 1 : 0 },
    { name: `${kind}, seen by a wallet`, send: send(`${token}?${WALLET}`), bar: 1 },
    { name: `${kind}, prepared`, send: send(`${token}/pay?${WALLET}`), bar: 1 },
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
