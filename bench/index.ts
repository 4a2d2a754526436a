import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { elapsedMs } from '#kit/clock.ts';
import type { Hex } from '#kit/hex.ts';
import type { Database } from '#platform/db/database.ts';
import { manyLink } from '../tests/support/many-links.ts';
import { ensurePeers } from './ensure-peers.ts';
import { compare, medianOf, PASSES, type Question, type Sample } from './harness.ts';
import {
  contestantsOn,
  EVENTS_ONLY,
  FLORINS,
  openReadChain,
  PONDER,
  pacesOf,
  SUBSQUID,
} from './index-chains.ts';
import { hasReached } from './index-contestants.ts';
import { SameRows } from './index-rows.ts';
import { openPassDatabases, type PassDatabase } from './pass-databases.ts';
import { type PaidChain, referencesUpTo } from './payments-on-a-chain.ts';
import { startChild } from './webhooks-processes.ts';

/** Of each chain. */
const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 20_000);
const SPARSE_PER_BLOCK = 20;
const DENSE_PER_BLOCK = 200;
/** Payments whose way from the block to the row is timed, in each pass. */
const LIVE_PAYMENTS = 15;
/** Pauses between them, of uneven length. */
const PAUSE_MS = 300;
const POLL_MS = 1;
const REACH_POLL_MS = 5;

/** Question 4: how fast Florin catches up with a chain, and how soon it knows of a payment. */
export const index: Question = {
  name: 'index',
  purpose: 'How fast are payments found and settled on a chain, against Subsquid and Ponder?',
  run: async (report) => {
    report(
      'Peers are installed where they are missing, and two chains are filled: a minute or two.',
    );
    await ensurePeers();
    await using chains = new AsyncDisposableStack();
    const sparse = chains.use(
      await openReadChain('sparse', {
        blocks: EVENTS / SPARSE_PER_BLOCK,
        perBlock: SPARSE_PER_BLOCK,
      }),
    );
    const dense = chains.use(
      await openReadChain('dense', { blocks: EVENTS / DENSE_PER_BLOCK, perBlock: DENSE_PER_BLOCK }),
    );
    const references = referencesUpTo(EVENTS + PASSES * LIVE_PAYMENTS);
    await using databases = await openPassDatabases(references);
    report(`${EVENTS} payments are on each chain.`);
    const same = new SameRows();
    let next = EVENTS;
    const samples = await compare(
      [
        ...contestantsOn(sparse, [...FLORINS, SUBSQUID, EVENTS_ONLY, PONDER], { databases, same }),
        ...contestantsOn(dense, [...FLORINS, SUBSQUID, EVENTS_ONLY], { databases, same }),
        {
          name: 'live',
          measure: async () => {
            await using database = await databases.create();
            next += LIVE_PAYMENTS;
            return await followLive(
              database,
              sparse.paid,
              references.slice(next - LIVE_PAYMENTS, next),
            );
          },
        },
      ],
      report,
    );
    const perBlock = { sparse: SPARSE_PER_BLOCK, dense: DENSE_PER_BLOCK };
    return {
      sizes: { passes: PASSES, events: EVENTS, ...perBlock, livePayments: LIVE_PAYMENTS },
      samples,
      ratios: [
        ...['sparse', 'dense'].flatMap((chain) => pacesOf(samples, chain)),
        medianOf(samples, {
          name: 'live lag, p50 in ms',
          number: 'p50Ms',
          of: 'live',
          wanted: 'at most',
          bar: 50,
        }),
      ],
    };
  },
};

/** From the block of a payment to its row, for one payment after the other. */
async function followLive(
  { db, url }: PassDatabase,
  { node, to, pay }: PaidChain,
  references: readonly Hex[],
): Promise<Sample> {
  const { rpcUrl } = node.node;
  const rpcUrls = [rpcUrl, rpcUrl.replace(/^http/, 'ws')];
  const options = { databaseUrl: url, rpcUrls, from: Number(to) };
  const child = startChild('./servers/indexing-florin.ts', [JSON.stringify(options)]);
  try {
    await child.answer();
    child.send({ begin: true });
    const head = await node.chain.readHead();
    while (!(await hasReached(db, head))) await wait(REACH_POLL_MS);
    const times: number[] = [];
    for (const [at, reference] of references.entries()) {
      const before = await rowsIn(db);
      await pay(reference);
      const start = elapsedMs();
      while ((await rowsIn(db)) === before) await wait(POLL_MS);
      times.push(elapsedMs() - start);
      await wait(PAUSE_MS + (at % 7) * 97);
    }
    times.sort((a, b) => a - b);
    return {
      p50Ms: times[Math.floor(times.length / 2)] ?? Number.NaN,
      highestMs: times.at(-1) ?? Number.NaN,
    };
  } finally {
    await child.end();
  }
}

/** The payments found of links that were pending when the pass began. */
async function rowsIn(db: Database): Promise<number> {
  const { rows } = await sql<{ rows: string }>`
    select count(*) as rows from chain_transfer
    where request_id <= ${manyLink(EVENTS + PASSES * LIVE_PAYMENTS).requestRowId}`.execute(db);
  return Number(rows[0]?.rows);
}
