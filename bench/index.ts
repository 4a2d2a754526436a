import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { NETWORKS } from '#catalog/networks.ts';
import { connectChains } from '#chains/registry.ts';
import type { Context } from '#context.ts';
import { elapsedMs } from '#kit/clock.ts';
import { followChain } from '#modules/settlement/index.ts';
import type { Database } from '#platform/db/database.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { testContext } from '../tests/support/context.ts';
import { openBenchDatabase } from './bench-database.ts';
import { ensurePeers } from './ensure-peers.ts';
import { compare, medianOf, PASSES, type Question, ratioOf, type Sample } from './harness.ts';
import { indexWithSubsquid } from './index-peer.ts';
import { type PaidChain, payOnAChain, referenceOf } from './payments-on-a-chain.ts';
import { writeRequests } from './stored-requests.ts';

/** Of each chain. */
const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 20_000);
const SPARSE_PER_BLOCK = 20;
const DENSE_PER_BLOCK = 200;
/** Payments whose way from the block to the row is timed, in each pass. */
const LIVE_PAYMENTS = 15;
/** Pauses between them, of uneven length. */
const PAUSE_MS = 300;
const POLL_MS = 1;
/** The same poll as for counting Subsquid's rows. */
const REACH_POLL_MS = 5;

/** Question 4: how fast Florin catches up with a chain, and how soon it knows of a payment. */
export const index: Question = {
  name: 'index',
  purpose:
    'How fast are payments found on a chain, against Subsquid, and how soon after its block a new one?',
  run: async (report) => {
    report(
      'Peers are installed where they are missing, and two chains are filled: a minute or two.',
    );
    await ensurePeers();
    const perBlock = { sparse: SPARSE_PER_BLOCK, dense: DENSE_PER_BLOCK };
    await using sparse = await payOnAChain({
      blocks: EVENTS / SPARSE_PER_BLOCK,
      perBlock: perBlock.sparse,
    });
    await using dense = await payOnAChain({
      blocks: EVENTS / DENSE_PER_BLOCK,
      perBlock: perBlock.dense,
    });
    await using database = await openBenchDatabase();
    const { db, close } = openDatabase(database.url, { log: pino({ level: 'silent' }) });
    try {
      const live = PASSES * LIVE_PAYMENTS;
      await writeRequests(db, references(EVENTS + live));
      report(`${EVENTS} payments are on each chain.`);
      let next = EVENTS;
      const samples = await compare(
        [
          { name: 'sparse', measure: () => backfill(db, sparse) },
          { name: 'sparse, Subsquid', measure: () => indexWithSubsquid(db, database.url, sparse) },
          { name: 'dense', measure: () => backfill(db, dense) },
          { name: 'dense, Subsquid', measure: () => indexWithSubsquid(db, database.url, dense) },
          {
            name: 'live',
            measure: async () => {
              next += LIVE_PAYMENTS;
              return await followLive(db, sparse, next - LIVE_PAYMENTS);
            },
          },
        ],
        report,
      );
      const held = { wanted: 'at least', number: 'eventsPerSecond', bar: 2 } as const;
      return {
        sizes: { passes: PASSES, events: EVENTS, ...perBlock, livePayments: LIVE_PAYMENTS },
        samples,
        ratios: [
          ...['sparse', 'dense'].map((of) =>
            ratioOf(samples, {
              ...held,
              name: `${of} chain, of Subsquid`,
              of,
              to: `${of}, Subsquid`,
            }),
          ),
          medianOf(samples, {
            name: 'live lag, p50 in ms',
            number: 'p50Ms',
            of: 'live',
            wanted: 'at most',
            bar: 50,
          }),
        ],
      };
    } finally {
      await close();
    }
  },
};

function* references(count: number) {
  for (let number = 0; number < count; number += 1) yield referenceOf(number);
}

/** A watcher that finds everything and settles nothing: what indexers are compared by. */
function watch(db: Database, { node }: PaidChain) {
  const { rpcUrl } = node.node;
  const connection = {
    network: NETWORKS.sepolia,
    rpcUrls: [rpcUrl],
    wsUrls: [rpcUrl.replace(/^http/, 'ws')],
  };
  const chains = connectChains([connection], { log: pino({ level: 'silent' }) });
  const base = testContext({ db, chains });
  const ctx: Context = {
    ...base,
    settings: {
      ...base.settings,
      confirmationsFor: () => ({ by: 'depth', blocks: 1_000_000 }),
      firstBlockOf: () => 0n,
    },
  };
  const stopping = new AbortController();
  const [chain] = chains.all;
  if (chain === undefined) throw new Error('one network is connected');
  const following = followChain(ctx, chain, stopping.signal);
  return {
    reach: async (number: bigint) => {
      const reached = (async () => {
        while ((await cursorIn(db)) < number) await wait(REACH_POLL_MS);
      })();
      await Promise.race([reached, following.then(() => reached)]);
    },
    stop: async () => {
      stopping.abort();
      await following;
      await chains.close();
    },
  };
}

async function deleteStored(db: Database): Promise<void> {
  await sql`truncate chain_transfer, chain_cursor, chain_block cascade`.execute(db);
}

/** The block that the cursor stands at, and -1 before it stands anywhere. */
async function cursorIn(db: Database): Promise<bigint> {
  const { rows } = await sql<{
    at: bigint;
  }>`select block_number as at from chain_cursor`.execute(db);
  return rows[0]?.at ?? -1n;
}

async function rowsIn(db: Database): Promise<number> {
  const { rows } = await sql<{ rows: string }>`select count(*) as rows from chain_transfer`.execute(
    db,
  );
  return Number(rows[0]?.rows);
}

async function backfill(db: Database, chain: PaidChain): Promise<Sample> {
  await deleteStored(db);
  const start = elapsedMs();
  const watcher = watch(db, chain);
  try {
    await watcher.reach(chain.to);
    const seconds = (elapsedMs() - start) / 1_000;
    const rows = await rowsIn(db);
    if (rows < EVENTS) throw new Error(`${rows} of ${EVENTS} payments were found`);
    return { eventsPerSecond: rows / seconds, seconds };
  } finally {
    await watcher.stop();
  }
}

/** From the block of a payment to its row, for one payment after the other. */
async function followLive(db: Database, chain: PaidChain, first: number): Promise<Sample> {
  await deleteStored(db);
  const watcher = watch(db, chain);
  try {
    await watcher.reach(await chain.node.chain.readHead());
    const times: number[] = [];
    for (let i = 0; i < LIVE_PAYMENTS; i += 1) {
      const before = await rowsIn(db);
      await chain.pay(referenceOf(first + i));
      const start = elapsedMs();
      while ((await rowsIn(db)) === before) await wait(POLL_MS);
      times.push(elapsedMs() - start);
      await wait(PAUSE_MS + (i % 7) * 97);
    }
    times.sort((a, b) => a - b);
    return {
      p50Ms: times[Math.floor(times.length / 2)] ?? Number.NaN,
      highestMs: times.at(-1) ?? Number.NaN,
    };
  } finally {
    await watcher.stop();
  }
}
