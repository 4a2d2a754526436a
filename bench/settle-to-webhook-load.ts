import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { elapsedMs } from '#kit/clock.ts';
import { manyLink } from '../tests/support/many-links.ts';
import { compare, medianOf, PASSES, type Question, ratioOf, type Sample } from './harness.ts';
import { hasReached } from './index-contestants.ts';
import { openPassDatabases } from './pass-databases.ts';
import { type PaidChain, payOnAChain, referencesUpTo } from './payments-on-a-chain.ts';
import { openSettlingReceiver, type SettlingReceiver } from './settling-processes.ts';
import { startChild } from './webhooks-processes.ts';

/** Of the two heaviest loads, in each pass. */
const PAYMENTS = Number(process.env['BENCH_PAYMENTS'] ?? 1_000);
/** The first runs of each connection and process are not measured. */
const WARM_UP = 20;
const REST_MS = 500;
const REACH_POLL_MS = 20;

/** How many payments come, and in what. */
interface Load {
  readonly name: string;
  readonly payments: number;
  readonly perBlock: number;
  readonly everyMs: number;
  readonly by: 'payment' | 'batch';
}

const single = { everyMs: 100, by: 'payment' } as const;
const LOADS: readonly Load[] = [
  { ...single, name: '10 a second', payments: PAYMENTS / 10, perBlock: 1 },
  { ...single, name: '50 a second', payments: PAYMENTS / 2, perBlock: 5 },
  { ...single, name: '200 a second', payments: PAYMENTS, perBlock: 20 },
  { name: 'batches', payments: PAYMENTS, perBlock: 200, everyMs: 1_000, by: 'batch' },
];

/** Question 9 while many pay: on a node, with all that is read of it. */
export const settleToWebhookLoad: Question = {
  name: 'settle-to-webhook-load',
  purpose:
    'How long after their block are many payments reported, against a subscriber that posts what it sees?',
  run: async (report) => {
    await using chain = await payOnAChain({ blocks: 1, perBlock: 1 });
    // Links with even numbers belong to one account, whose webhook reports them.
    await using databases = await openPassDatabases(referencesUpTo(2 * (PAYMENTS + WARM_UP)));
    await using receiver = await openSettlingReceiver('requestId');
    const parts: Parts = { chain, databases, receiver };
    const samples = await compare(
      LOADS.flatMap((load) => [
        { name: `Florin, ${load.name}`, measure: () => measureFlorin(parts, load) },
        { name: `subscriber, ${load.name}`, measure: () => measureSubscriber(parts, load) },
      ]),
      report,
    );
    const p95 = { number: 'p95Ms', wanted: 'at most' } as const;
    return {
      sizes: { passes: PASSES, payments: PAYMENTS, blockMs: single.everyMs },
      samples,
      ratios: [
        medianOf(samples, {
          ...p95,
          name: 'p95 in ms at 10/s',
          of: 'Florin, 10 a second',
          bar: 100,
        }),
        medianOf(samples, {
          ...p95,
          name: 'p95 in ms at 50/s',
          of: 'Florin, 50 a second',
          bar: 500,
        }),
        medianOf(samples, {
          ...p95,
          name: 'a batch of 200, the last in ms',
          number: 'highestMs',
          of: 'Florin, batches',
          bar: 600,
        }),
        ...LOADS.map(({ name }) =>
          ratioOf(samples, {
            ...p95,
            name: `p95 of the subscriber's, ${name}`,
            of: `Florin, ${name}`,
            to: `subscriber, ${name}`,
            bar: 10,
          }),
        ),
      ],
    };
  },
};

interface Parts {
  readonly chain: PaidChain;
  readonly databases: Awaited<ReturnType<typeof openPassDatabases>>;
  readonly receiver: SettlingReceiver;
}

/** Florin with a subscription to its node, on a database in which nothing was paid. */
async function measureFlorin(parts: Parts, load: Load): Promise<Sample> {
  const { chain, databases, receiver } = parts;
  await using database = await databases.create();
  const { rpcUrl } = chain.node.node;
  const head = await chain.node.chain.readHead();
  const options = {
    databaseUrl: database.url,
    rpcUrls: [rpcUrl, rpcUrl.replace(/^http/, 'ws')],
    from: Number(head),
    receiverUrl: receiver.url,
  };
  const ready = async () => {
    while (!(await hasReached(database.db, head))) await wait(REACH_POLL_MS);
  };
  return await measure(parts, load, { path: './servers/indexing-florin.ts', options, ready });
}

/** The minimum: what is left of it when nothing is checked or stored. */
async function measureSubscriber(parts: Parts, load: Load): Promise<Sample> {
  const references = 2 * (PAYMENTS + WARM_UP);
  const options = {
    rpcUrl: parts.chain.node.node.rpcUrl,
    receiverUrl: parts.receiver.url,
    secret: 'secret-of-the-subscriber',
    references,
  };
  const ready = () => wait(REST_MS);
  return await measure(parts, load, { path: './servers/bare-subscriber.ts', options, ready });
}

/** A process that reports payments, and how to wait until it has reached the newest block. */
interface Reporter {
  readonly path: string;
  readonly options: object;
  ready(): Promise<void>;
}

async function measure(
  parts: Parts,
  load: Load,
  { path, options, ready }: Reporter,
): Promise<Sample> {
  const child = startChild(path, [JSON.stringify(options)]);
  try {
    const { secret } = z.object({ secret: z.string() }).parse(await child.answer());
    parts.receiver.useSecrets([secret]);
    parts.receiver.clear();
    child.send({ begin: true });
    await ready();
    await payLoad(parts, { ...load, payments: WARM_UP, perBlock: 1 }, PAYMENTS);
    await wait(REST_MS);
    const times = (await payLoad(parts, load, 0)).toSorted((a, b) => a - b);
    const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
    return { p50Ms: at(0.5), p95Ms: at(0.95), highestMs: times.at(-1) ?? Number.NaN };
  } finally {
    await child.end();
  }
}

/** Pays the links of one account, and returns how long after its block was ordered each was reported, in milliseconds. */
async function payLoad(
  { chain, receiver }: Parts,
  load: Load,
  after: number,
): Promise<readonly number[]> {
  const references = referencesUpTo(2 * (PAYMENTS + WARM_UP));
  const prepared = [];
  for (let first = 0; first < load.payments; first += load.perBlock) {
    const count = Math.min(load.perBlock, load.payments - first);
    const ats = Array.from({ length: count }, (_, i) => 2 * (after + first + i) + 1);
    const some = ats.flatMap((at) => references[at] ?? []);
    const requestIds = ats.map((at) => manyLink(at + 1).requestId);
    prepared.push({ requestIds, mine: await chain.prepareBlock(some, load.by) });
  }
  const begin = elapsedMs();
  const orderedAt = new Map<string, number>();
  for (const [block, { requestIds, mine }] of prepared.entries()) {
    await wait(Math.max(0, begin + block * load.everyMs - elapsedMs()));
    const now = elapsedMs();
    for (const requestId of requestIds) orderedAt.set(requestId, now);
    await mine();
  }
  const reportedAt = await receiver.reported([...orderedAt.keys()]);
  return [...orderedAt.values()].map((from, i) => (reportedAt[i] ?? Number.NaN) - from);
}
