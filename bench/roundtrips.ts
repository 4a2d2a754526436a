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
import { relayProvider } from './relayed-provider.ts';

/** How many payments the batch and the bundle have. */
const PAYMENTS = 100;
/** How many links are made at a time, as a careful integrator would. */
const CALLS_MAX = 8;

/** What one answer to a payer took. */
interface Taken {
  /** Waits in turn, for any node. */
  readonly trips: number;
  /** Waits in turn for the route provider. */
  readonly tripsOfProvider: number;
  /** Waits in turn, for any of them: less than both where they are waited for at the same time. */
  readonly tripsInAll: number;
  /** The most of them that were for one network. */
  readonly tripsOfNetwork: number;
  /** HTTP requests to nodes. */
  readonly requests: number;
  /** Those to the route provider. */
  readonly quotes: number;
  /** Single questions to a node, in all requests. */
  readonly questions: number;
}

/** Question 7: how often a payer waits for nodes and for the route provider before an answer comes. */
export const roundtrips: Question = {
  name: 'roundtrips',
  purpose:
    'How often are a node and the route provider waited for in one answer to a payer, against reading everything one by one?',
  run: async (report) => {
    await using bench = await openBench();
    const answers = [...(await makeLinks(bench)), ...answersOfRoutes(bench)];
    const sent = new Map<string, Taken>();
    // All counts of a pass are of the same answers: each kind is sent once in it.
    const measure = (count: keyof Taken) => async (): Promise<Sample> => {
      const isFirst = count === 'trips';
      const sample: Record<string, number> = {};
      for (const { name, send } of answers) {
        if (isFirst) sent.set(name, await send());
        sample[name] = sent.get(name)?.[count] ?? Number.NaN;
      }
      return sample;
    };
    const samples = await compare(
      [
        { name: 'florin', measure: measure('trips') },
        { name: 'of one network', measure: measure('tripsOfNetwork') },
        { name: 'route provider', measure: measure('tripsOfProvider') },
        { name: 'quotes', measure: measure('quotes') },
        { name: 'in all', measure: measure('tripsInAll') },
        { name: 'HTTP requests', measure: measure('requests') },
        { name: 'one by one', measure: measure('questions') },
      ],
      report,
    );
    return {
      sizes: { passes: PASSES, payments: PAYMENTS },
      samples,
      ratios: answers.flatMap(({ name, bar, barOfProvider, barInAll }) => {
        const median = (of: string, what: string, most: number) =>
          medianOf(samples, { name: what, number: name, of, wanted: 'at most', bar: most });
        const nodes = median('florin', name, bar);
        if (barOfProvider === undefined || barInAll === undefined) return [nodes];
        return [
          nodes,
          median('route provider', `${name}, the route provider`, barOfProvider),
          median('in all', `${name}, in all`, barInAll),
        ];
      }),
    };
  },
};

interface Bench extends AsyncDisposable {
  readonly sandbox: SandboxFile;
  readonly relays: readonly RelayedNode[];
  readonly provider: Awaited<ReturnType<typeof relayProvider>>;
  /** Waits for any node, and for any node or the provider. */
  readonly ofNodes: JointWaits;
  readonly inAll: JointWaits;
}

/** The hosts alone, on nodes and a route provider behind relays that count: nothing else calls them, as the provider has ways of its own to the nodes. */
async function openBench(): Promise<Bench> {
  const home = await mkdtemp(join(tmpdir(), 'florin-bench-'));
  const database = await openBenchDatabase();
  const nodes = [
    await startLocalNode({ network: 'base' }),
    await startLocalNode({ network: 'arbitrum-one' }),
  ];
  const ofNodes: JointWaits = { underWay: 0, trips: 0 };
  const inAll: JointWaits = { underWay: 0, trips: 0 };
  const relays = await Promise.all(nodes.map(({ rpcUrl }) => relayNode(rpcUrl, ofNodes, inAll)));
  const routes = await startRouteServer({ nodes, random: systemRandom });
  const provider = await relayProvider(routes.url, inAll);
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
    provider,
    ofNodes,
    inAll,
    [Symbol.asyncDispose]: async () => {
      await running.stop();
      await provider.stop();
      await routes.stop();
      await Promise.all(relays.map((relay) => relay.stop()));
      await Promise.all(nodes.map((node) => node.stop()));
      await database[Symbol.asyncDispose]();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** What some calls of a payer took. */
async function taken(bench: Bench, work: () => Promise<unknown>): Promise<Taken> {
  const { relays, provider, ofNodes, inAll } = bench;
  const count = () =>
    relays.map(({ trips, requests, questions }) => [trips, requests, questions.length] as const);
  const waits = [ofNodes, provider.waits, inAll] as const;
  const waited = waits.map(({ trips }) => trips);
  const [before, quotesBefore] = [count(), provider.requests()];
  await work();
  const [trips = 0, tripsOfProvider = 0, tripsInAll = 0] = waits.map(
    (one, i) => one.trips - (waited[i] ?? 0),
  );
  const most = count().map((now, i) => now.map((value, j) => value - (before[i]?.[j] ?? 0)));
  const sum = (at: number) => most.reduce((total, one) => total + (one[at] ?? 0), 0);
  return {
    trips,
    tripsOfProvider,
    tripsInAll,
    quotes: provider.requests() - quotesBefore,
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

/** Payments from another network, each by a link of its own: options and quotes are kept for some seconds. */
function answersOfRoutes(bench: Bench): readonly Asked[] {
  const link = () => makeLink(bench.sandbox, [item('12.5')]);
  const report = { txHash: `0x${'ab'.repeat(32)}`, chain: 'ARBITRUM', token: 'USDT' };
  return [
    {
      name: 'from elsewhere, seen by a wallet',
      bar: 1,
      // One round of quotes, for what the balances show that the wallet could afford.
      barOfProvider: 1,
      barInAll: 2,
      send: async () => {
        const path = `${await link()}?${WALLET}`;
        return await taken(bench, () => call(bench, path));
      },
    },
    {
      name: 'from elsewhere, prepared',
      bar: 1,
      barOfProvider: 1,
      barInAll: 2,
      send: async () => {
        const path = `${await link()}/pay?${SOURCE}`;
        return await taken(bench, () => call(bench, path));
      },
    },
    {
      name: 'from elsewhere, prepared again',
      bar: 1,
      barOfProvider: 1,
      barInAll: 2,
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
      barOfProvider: 0,
      barInAll: 0,
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
  /** How many waits for nodes it may take. */
  readonly bar: number;
  /** How many for the route provider, and how many for nodes or provider. */
  readonly barOfProvider?: number;
  readonly barInAll?: number;
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
