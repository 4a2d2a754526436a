import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FinalityRule } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { sweeps as multicallSweeps } from '#modules/multicall-payouts/sweeps.ts';
import { sweeps as linkSweeps } from '#modules/secure-payments/sweeps.ts';
import { type OpenDatabase, openDatabase } from '#platform/db/pool.ts';
import { countPlans } from '../../../tests/support/count-plans.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { type DrivenWatcher, driveWatcher } from '../../../tests/support/driven-watcher.ts';
import {
  expectFewReads as expectReads,
  flushStatistics,
  TIMES,
} from '../../../tests/support/few-reads.ts';
import { manyLink, writeManyLinks } from '../../../tests/support/many-links.ts';
import { hashOf, settlementWorld } from '../../../tests/support/settlement-world.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { settleTransfers } from './settle-transfers.ts';
import { sweeps as settlementSweeps } from './sweeps.ts';

const OPEN = 12_000;
const PAID = 4_000;

/** What a payment may read of a table; settling it reads its few rows some times. */
const ROWS_MAX = 20;

/**
 * Planning reads the two ends of an index now and then, however long the index is, and skips
 * dead rows there until a vacuum was seen.
 */
const PLANNED_ROWS_MAX = 8;

/** Payments that are seen and do not count yet, and how many of them are checked with nodes in a round. */
const WAITING = 50;
const ASKED_AT_ONCE = 10;
const DISPUTED = { agree: 1, disagree: ['2 (example.org)'], silent: 0 };

const LARGE_TABLES = [
  'request',
  'secure_payment',
  'chain_transfer',
  'payment',
  'stored_event',
] as const;

let database: Awaited<ReturnType<typeof testDatabase>>;
let single: OpenDatabase;
let ctx: Context;
let world: Awaited<ReturnType<typeof settlementWorld>>;
let height = 1_000n;
let watcher: DrivenWatcher;
let watchedAs: Context;
beforeAll(async () => {
  database = await testDatabase();
  world = await settlementWorld(testContext({ db: database.db }));
  await writeManyLinks(database.db, { from: 1, to: OPEN }, 'pending');
  await writeManyLinks(database.db, { from: OPEN + 1, to: OPEN + PAID }, 'paid');
  // Of a table that is known to be empty the planner expects too many rows of what it joins with it.
  await sql`vacuum (analyze) client_id, multicall_payout`.execute(database.db);
  await flushStatistics(database.pool);
  // One connection, which flushes its statistics before they are read.
  single = openDatabase(database.url, { log: pino({ level: 'silent' }), connectionsMax: 1 });
  ctx = testContext({ db: single.db });
  watchedAs = ctx;
  watcher = driveWatcher(ctx, world.chain);
});
afterAll(async () => {
  await watcher.end();
  await single.close();
  await database[Symbol.asyncDispose]();
});

const expectFewReads = (rowsMax: number, something: () => Promise<unknown>) =>
  expectReads({ db: single.db, tables: LARGE_TABLES, rowsMax }, something);

/** Takes in the next block as a watcher does; the links with these numbers are paid in it. */
async function takeIn(links: readonly number[], unrelated = 0, as = ctx): Promise<void> {
  height += 1n;
  const block = world.block(height);
  const transfers = [
    ...links.map((number, logIndex) =>
      world.transferOf(manyLink(number), block, {
        logIndex,
        transactionHash: hashOf(`payment of ${number}`),
      }),
    ),
    ...Array.from({ length: unrelated }, (_, i) =>
      world.transferOf(manyLink(1), block, {
        logIndex: links.length + i,
        referenceKey: hashOf(`stranger ${height} ${i}`),
      }),
    ),
  ];
  if (as !== watchedAs) {
    await watcher.end();
    watcher = driveWatcher(as, world.chain);
    watchedAs = as;
  }
  await watcher.take(world.blocks(block, transfers));
}

describe(`with ${OPEN} open payments and ${PAID} paid ones`, () => {
  it('an empty block reads none of them', () => expectFewReads(PLANNED_ROWS_MAX, () => takeIn([])));

  it('a block of unrelated transactions reads none of them', () =>
    expectFewReads(PLANNED_ROWS_MAX, () => takeIn([], 50)));

  it('a block with a payment reads a few rows by their indexes', async () => {
    let number = 0;
    await expectFewReads(ROWS_MAX, () => {
      number += 100;
      return takeIn([number], 5);
    });
    expect((await world.linkRow(manyLink(number))).status).toBe('completed');
  });

  it('an empty block is one statement, which is not planned again', async () => {
    const plans = await countPlans(single.db, () => takeIn([]));
    expect(plans).toEqual({ statements: 1, plannedAgain: [] });
  });

  it('a block of unrelated transactions looks them up besides', async () => {
    const plans = await countPlans(single.db, () => takeIn([], 50));
    expect(plans).toEqual({ statements: 2, plannedAgain: [] });
  });

  // Adding transfers looks up a request for each: a plan of the day when there were few would be kept too long.
  it('a block with a payment plans again only the statement that adds it', async () => {
    let number = 10_000;
    const plans = await countPlans(single.db, () => {
      number += 1;
      return takeIn([number], 5);
    });
    expect(plans).toEqual({
      statements: 15,
      plannedAgain: [expect.stringContaining('insert into chain_transfer')],
    });
  });

  it('marking a payment final reads a few rows by their indexes', async () => {
    height += 1_000n;
    await takeIn([]);
    const finalize = settlementSweeps.find(({ name }) => name === 'finalize transfers');
    // As many as the test before this one left, at the least.
    await expectFewReads(ROWS_MAX * TIMES, async () =>
      finalize?.run(ctx, new AbortController().signal),
    );
    expect(await world.transferStatuses(manyLink(100))).toEqual(['finalized']);
  });

  describe(`with ${WAITING} payments that are seen and do not count yet, a poll for what is due`, () => {
    const deep = (blocks: number): FinalityRule => ({ by: 'depth', blocks });
    const under = (parts: Partial<Context['settings']>): Context => ({
      ...ctx,
      settings: { ...ctx.settings, confirmationsFor: () => deep(1_000), ...parts },
    });
    const disputed = { ...stillChain('sepolia'), checkAgreement: async () => DISPUTED };

    afterEach(() =>
      sql`update chain_transfer set status = 'undone' where status = 'seen'`.execute(ctx.db),
    );

    /** Lets payments be seen, and counts how often a poll reads any of them once each was polled. */
    const expectFewReadsUnder = async (first: number, as: Context) => {
      const seen = Array.from({ length: WAITING }, (_, i) => first + i);
      await takeIn(seen, 0, as);
      for (let round = 0; round <= WAITING / ASKED_AT_ONCE; round += 1) {
        await settleTransfers(as, 100, { shouldQueryNodes: true });
      }
      await sql`vacuum (analyze) chain_transfer`.execute(single.db);
      await expectFewReads(PLANNED_ROWS_MAX, async () => {
        await settleTransfers(as, 100);
        await settleTransfers(as, 100, { shouldQueryNodes: true });
      });
      expect(await world.transferStatuses(manyLink(first))).toEqual(['seen']);
    };

    it('reads none of them before they are deep enough', () =>
      expectFewReadsUnder(5_000, under({})));

    it('reads none that must be deeper for their amount, though others there count', async () => {
      const steps = [{ fromDollars: 1n, rule: deep(2_000) }];
      const as = under({ confirmationsFor: () => deep(1), amountStepsFor: () => steps });
      await expectFewReadsUnder(6_000, as);
    });

    it('reads none that nodes do not agree on, until their next check', async () => {
      const agreement = { nodesFor: () => 2, aboveDollars: 1n, aloneDollars: 0n };
      const as = under({ confirmationsFor: () => deep(1), agreement });
      await expectFewReadsUnder(7_000, { ...as, chains: connected(disputed) });
    });

    it('reads none that count and are not final yet', async () => {
      await takeIn(Array.from({ length: WAITING }, (_, i) => 8_000 + i));
      const finalize = settlementSweeps.find(({ name }) => name === 'finalize transfers');
      await sql`vacuum (analyze) chain_transfer`.execute(single.db);
      await expectFewReads(PLANNED_ROWS_MAX, async () =>
        finalize?.run(ctx, new AbortController().signal),
      );
      expect(await world.transferStatuses(manyLink(8_000))).toEqual(['confirmed']);
    });
  });

  it.each([...linkSweeps, ...multicallSweeps].map((sweep) => [sweep.name, sweep] as const))(
    'the sweep "%s" reads none of them where nothing is due',
    (_name, sweep) =>
      expectFewReads(PLANNED_ROWS_MAX, () => sweep.run(ctx, new AbortController().signal)),
  );
});
