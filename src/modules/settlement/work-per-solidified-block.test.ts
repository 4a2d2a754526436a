import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { type OpenDatabase, openDatabase } from '#platform/db/pool.ts';
import { TEST_TIME } from '../../../tests/support/context.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { type DrivenWatcher, driveWatcher } from '../../../tests/support/driven-watcher.ts';
import { expectFewReads, flushStatistics } from '../../../tests/support/few-reads.ts';
import { manyLink, writeManyLinks } from '../../../tests/support/many-links.ts';
import { hashOf, settlementWorld } from '../../../tests/support/settlement-world.ts';

const OPEN = 4_000;
const PAID = 2_000;
/** As `walletsolidity` reports it on the public network. */
const SOLIDIFIED_BEHIND = 19n;
/** Settling a payment reads its few rows some times; here each block has one and settles an older one. */
const ROWS_MAX = 40;
/** Planning reads the two ends of an index now and then. */
const PLANNED_ROWS_MAX = 8;
const LARGE_TABLES = [
  'request',
  'secure_payment',
  'chain_transfer',
  'payment',
  'stored_event',
] as const;

let database: Awaited<ReturnType<typeof testDatabase>>;
let single: OpenDatabase;
let watcher: DrivenWatcher;
let world: Awaited<ReturnType<typeof settlementWorld>>;
let height = 1_000n;
beforeAll(async () => {
  database = await testDatabase();
  world = await settlementWorld(testContext({ db: database.db }), 'tron');
  await writeManyLinks(database.db, { from: 1, to: OPEN, network: 'tron' }, 'pending');
  await writeManyLinks(database.db, { from: OPEN + 1, to: OPEN + PAID, network: 'tron' }, 'paid');
  // Of a table that is known to be empty the planner expects too many rows of what it joins with it.
  await sql`vacuum (analyze) client_id, multicall_payout`.execute(database.db);
  await flushStatistics(database.pool);
  // One connection, which flushes its statistics before they are read.
  single = openDatabase(database.url, { log: pino({ level: 'silent' }), connectionsMax: 1 });
  const given = testContext({ db: single.db });
  const confirmationsFor = () => NETWORKS.tron.confirmed;
  const ctx: Context = { ...given, settings: { ...given.settings, confirmationsFor } };
  watcher = driveWatcher(ctx, world.chain);
});
afterAll(async () => {
  await watcher.end();
  await single.close();
  await database[Symbol.asyncDispose]();
});

/** Takes in the next block, with which an older one is solidified; these links are paid in it. */
async function takeIn(links: readonly number[]): Promise<void> {
  height += 1n;
  const block = world.block(height);
  const transfers = links.map((number, logIndex) =>
    world.transferOf(manyLink(number, 'tron'), block, {
      logIndex,
      transactionHash: hashOf(`payment of ${number}`),
    }),
  );
  const update = {
    ...world.blocks(block, transfers),
    finalizedNumber: height - SOLIDIFIED_BEHIND,
    finalizedAt: TEST_TIME,
  };
  await watcher.take(update);
}

describe(`with ${OPEN} open payments on Tron and ${PAID} paid ones`, () => {
  const reads = (rowsMax: number, something: () => Promise<unknown>) =>
    expectFewReads({ db: single.db, tables: LARGE_TABLES, rowsMax }, something);

  it('an empty block reads none of them', () => reads(PLANNED_ROWS_MAX, () => takeIn([])));

  it('a block that has a payment and solidifies another reads a few rows of them', async () => {
    let number = 0;
    const payNext = () => {
      number += 1;
      return takeIn([number]);
    };
    for (let i = 0n; i < SOLIDIFIED_BEHIND; i += 1n) await payNext();
    expect((await world.linkRow(manyLink(1, 'tron'))).status).toBe('pending');
    await reads(ROWS_MAX, payNext);
    expect((await world.linkRow(manyLink(1, 'tron'))).status).toBe('completed');
    expect((await world.linkRow(manyLink(number, 'tron'))).status).toBe('pending');
  });
});
