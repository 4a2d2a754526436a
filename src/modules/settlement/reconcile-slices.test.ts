import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import type { ScanRange, SingleNode } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { collectStatus } from '#hosts/monitoring/status.ts';
import { manualClock } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import { TEST_TIME } from '../../../tests/support/context.ts';
import { countStatements } from '../../../tests/support/count-statements.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import {
  type ReconciliationWorld,
  reconciliationWorld,
} from '../../../tests/support/reconciliation-world.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { writeUnchecked } from '../../../tests/support/write-unchecked.ts';
import { measureReconciliations } from './measure-reconciliations.ts';
import type { Difference } from './model/stored-payments.ts';
import { reconcileSlices } from './reconcile-slices.ts';
import { rescanBlocks } from './rescan-blocks.ts';
import {
  beginReconciliation,
  leaseSlice,
  saveProgress,
  storeDifferences,
} from './store/reconciliation.ts';

const database = useTestDatabase();
let ctx: Context;
let world: ReconciliationWorld;
let clock: ReturnType<typeof manualClock>;

const quiet = new AbortController().signal;
const MINUTE_MS = 60_000;

beforeEach(async () => {
  clock = manualClock(TEST_TIME);
  const plain = testContext({ db: database.db, now: clock });
  ctx = { ...plain, settings: { ...plain.settings, firstBlockOf: () => 0n } };
  world = await reconciliationWorld(ctx);
  await sql`truncate reconciliation, reconciliation_difference`.execute(database.db);
  connect();
});

/** Connects the chain of the test, read by one node in parts of four blocks and by these others. */
function connect(others: readonly SingleNode[] = []): void {
  const { scan, eachNode } = world.scanned(others);
  ctx = { ...ctx, chains: connected({ ...stillChain('sepolia'), scan, eachNode }) };
}

/** Lets this many minutes pass; the sweep runs after each of them. */
async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    clock.advance(MINUTE_MS);
    await reconcileSlices(ctx, quiet);
  }
}

/** How the network stands: it was compared this far, with these differences. */
async function active() {
  const [found] = await measureReconciliations(ctx);
  return found;
}

const alarmsOfPayments = async () =>
  (await collectStatus(ctx)).alarms.filter(({ kind }) => kind === 'payments_differ');

describe('background reconciliation', () => {
  it('raises an alarm for a payment that is missing, with the command that repairs it', async () => {
    const link = await insertLink(ctx.db);
    await world.happen(ctx, world.blocks(world.block(200n)));
    world.onChain.push(world.transferOf(link, world.block(50n)));
    await pass(30);
    expect(await alarmsOfPayments()).toEqual([
      {
        kind: 'payments_differ',
        network: 'sepolia',
        level: 'error',
        message:
          '1 stored payments of sepolia differ from the chain, all of them missing: ' +
          'repair with npx florin rescan --network sepolia --from 50 --to 50',
      },
    ]);
    for await (const _chunk of rescanBlocks(ctx, world.scanned(), { from: 50n, to: 50n }));
    await world.happen(ctx, world.blocks(world.block(201n)));
    await pass(30);
    expect(await alarmsOfPayments()).toEqual([]);
    expect(await world.activeUnits(link)).toBe(link.expectedUnits);
  });

  it('ends the alarm of what was repaired on a short chain whose final block has grown too old', async () => {
    const link = await insertLink(ctx.db);
    const final = { finalizedNumber: 55n, finalizedAt: clock() };
    await world.happen(ctx, { ...world.blocks(world.block(60n)), ...final });
    world.onChain.push(world.transferOf(link, world.block(50n)));
    await pass(5);
    expect(await alarmsOfPayments()).toHaveLength(1);
    for await (const _chunk of rescanBlocks(ctx, world.scanned(), { from: 50n, to: 50n }));
    clock.advance(NETWORKS.sepolia.tagAgeMaxMs);
    await pass(1);
    expect((await active())?.comparedTo).toBe(55n);
    expect(await alarmsOfPayments()).toEqual([]);
  });

  it('raises one for a payment too many, which is not on the chain', async () => {
    await world.paidLink(40n);
    await world.paidLink(50n);
    world.onChain.pop();
    await world.happen(ctx, world.blocks(world.block(200n)));
    await pass(30);
    const [alarm] = await alarmsOfPayments();
    expect(alarm?.message).toBe(
      '1 stored payments of sepolia differ from the chain: ' +
        'look with npx florin reconcile --network sepolia --from 50 --to 50',
    );
  });

  it('raises one for a request that is stored as paid though no block has its payment', async () => {
    const link = await world.paidLink(50n);
    await world.happen(ctx, world.blocks(world.block(200n)));
    await pass(10);
    const unpaid = await insertLink(ctx.db);
    await writeUnchecked(
      ctx.db,
      sql`update request set status = 'paid' where id = ${unpaid.requestRowId}`,
    );
    await pass(60);
    expect((await active())?.differences).toBeGreaterThan(0);
    const rows = await ctx.db.selectFrom('reconciliation_difference').selectAll().execute();
    expect(rows.map((row) => row.request_id)).not.toContain(link.requestId);
    expect(rows.map((row) => row.request_id)).toContain(unpaid.requestId);
  });

  it('finds what was changed in blocks that were compared long ago', async () => {
    const link = await world.paidLink(50n);
    await world.happen(ctx, world.blocks(world.block(200n)));
    await pass(30);
    expect(await alarmsOfPayments()).toEqual([]);
    await writeUnchecked(
      ctx.db,
      sql`update payment set amount_units = 1 where request_id = ${link.requestRowId}`,
    );
    await pass(90);
    expect(await alarmsOfPayments()).toHaveLength(1);
  });

  it('raises no alarm for what only one of two comparisons finds', async () => {
    const link = await insertLink(ctx.db);
    await world.happen(ctx, world.blocks(world.block(200n)));
    world.onChain.push(world.transferOf(link, world.block(50n)));
    await pass(1);
    expect(await ctx.db.selectFrom('reconciliation_difference').selectAll().execute()).toHaveLength(
      1,
    );
    expect(await alarmsOfPayments()).toEqual([]);
    world.onChain.pop();
    await pass(30);
    expect(await ctx.db.selectFrom('reconciliation_difference').selectAll().execute()).toEqual([]);
    expect(await alarmsOfPayments()).toEqual([]);
  });

  it('keeps differences of another network, whatever is compared here', async () => {
    const at = { found_at: TEST_TIME, seen_at: TEST_TIME, confirmed_at: TEST_TIME };
    const blocks = { from_block: 10n, to_block: 20n, expected: 'a payment', found: 'none' };
    const other = { network: 'base', key: 'transfer_missing', kind: 'transfer_missing' };
    await ctx.db
      .insertInto('reconciliation_difference')
      .values({ ...other, ...blocks, ...at })
      .execute();
    await world.happen(ctx, world.blocks(world.block(200n)));
    await pass(30);
    const left = await ctx.db.selectFrom('reconciliation_difference').select('network').execute();
    expect(left).toEqual([{ network: 'base' }]);
  });

  it('compares final blocks only, and new ones once they are final', async () => {
    await world.happen(ctx, world.blocks(world.block(100n)));
    await pass(5);
    const before = (await active())?.comparedTo;
    expect(before).toBeLessThan(100n);
    await world.happen(ctx, world.blocks(world.block(400n)));
    await pass(10);
    expect((await active())?.comparedTo).toBe((before ?? 0n) + 300n);
  });

  it('queries the nodes no more often in an hour than the setting allows', async () => {
    let calls = 0;
    const counting = (name: string): SingleNode => ({
      name,
      scan: async function* ({ from, to }: ScanRange) {
        for (let next = from; next <= to; next += 64n) {
          calls += 1;
          const end = next + 63n < to ? next + 63n : to;
          yield { transfers: [], to: world.block(end) };
        }
      },
    });
    await world.happen(ctx, world.blocks(world.block(100_000n)));
    const eachNode = () => [counting('1'), counting('2')];
    ctx = { ...ctx, chains: connected({ ...stillChain('sepolia'), eachNode }) };
    await pass(60);
    const slice = 2 * (16_000 / 64 + 1);
    expect(calls).toBeGreaterThanOrEqual(slice);
    expect(calls).toBeLessThanOrEqual(600 + slice);
    ctx = { ...ctx, settings: { ...ctx.settings, reconcileCallsPerHour: 0 } };
    const before = calls;
    await pass(120);
    expect(calls).toBe(before);
  });

  it('is shared by processes: each slice is compared once, also by two at the same moment', async () => {
    let reads = 0;
    const eachNode = () => [
      {
        name: '1',
        scan: async function* ({ to }: ScanRange) {
          reads += 1;
          yield { transfers: [], to: world.block(to) };
        },
      },
    ];
    ctx = { ...ctx, chains: connected({ ...stillChain('sepolia'), eachNode }) };
    await world.happen(ctx, world.blocks(world.block(200n)));
    const other = { ...ctx, newId: ctx.newId };
    const compared = await Promise.all([
      reconcileSlices(ctx, quiet),
      reconcileSlices(other, quiet),
      reconcileSlices(ctx, quiet),
    ]);
    expect(compared.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(reads).toBe(1);
  });

  it('continues where another process stopped, once its lease has run out', async () => {
    await world.happen(ctx, world.blocks(world.block(200n)));
    const dying = new Error('the process dies');
    const dies = (): readonly SingleNode[] => {
      throw dying;
    };
    const alive = ctx;
    ctx = { ...ctx, chains: connected({ ...stillChain('sepolia'), eachNode: dies }) };
    await expect(reconcileSlices(ctx, quiet)).rejects.toThrow(dying);
    ctx = alive;
    expect(await reconcileSlices(ctx, quiet)).toBe(0);
    clock.advance(11 * MINUTE_MS);
    expect(await reconcileSlices(ctx, quiet)).toBe(1);
    expect((await active())?.comparedTo).toBeGreaterThan(100n);
  });

  it('is not moved on by a process whose lease another one has taken over', async () => {
    await beginReconciliation(ctx, 'sepolia', 0n);
    const late = await leaseSlice(ctx, 'sepolia', MINUTE_MS);
    clock.advance(MINUTE_MS);
    const next = await leaseSlice(ctx, 'sepolia', MINUTE_MS);
    if (late === undefined || next === undefined) throw new Error('both were given a slice');
    const times = { dueAt: clock(), advancedAt: undefined, comparedAt: clock() };
    const progress = { nextBlock: 65n, againBlock: 0n, afterRequest: '', ...times };
    expect(await saveProgress(ctx, 'sepolia', { lease: late, progress, outcomes: [] })).toBe(false);
    expect((await active())?.comparedTo).toBe(-1n);
    expect(await saveProgress(ctx, 'sepolia', { lease: next, progress, outcomes: [] })).toBe(true);
    expect((await active())?.comparedTo).toBe(64n);
  });

  it('removes what was not found again, and nothing once another process has taken over', async () => {
    const at = { found_at: TEST_TIME, seen_at: TEST_TIME, kind: 'transfer_missing', found: 'none' };
    const row = { ...at, network: 'sepolia', expected: 'a payment' };
    const blocks = { by: 'blocks', from: 10n, to: 20n } as const;
    await ctx.db
      .insertInto('reconciliation_difference')
      .values([
        { ...row, key: 'within', from_block: 10n, to_block: 20n },
        { ...row, key: 'beyond', from_block: 20n, to_block: 21n },
        { ...row, key: 'of a page', after_request: 'a' },
        { ...row, key: 'of another page', after_request: 'b' },
        { ...row, network: 'base', key: 'within', from_block: 10n, to_block: 20n },
      ])
      .execute();
    const again: Difference = {
      ...{ kind: 'transfer_missing', requestId: null, transactionHash: null, blockNumber: 15n },
      ...{ securePaymentToken: null, expected: 'a payment', found: 'none' },
    };
    await storeDifferences(ctx, 'sepolia', { slice: blocks, found: [again] });
    const keys = async () => {
      const query = ctx.db.selectFrom('reconciliation_difference').select(['network', 'key']);
      const rows = await query.orderBy('network').orderBy('key').execute();
      return rows.map(({ network, key }) => `${network} ${key}`);
    };
    await beginReconciliation(ctx, 'sepolia', 0n);
    const lease = await leaseSlice(ctx, 'sepolia', MINUTE_MS);
    if (lease === undefined) throw new Error('no slice was due');
    const times = { dueAt: clock(), advancedAt: undefined, comparedAt: clock() };
    const progress = { nextBlock: 65n, againBlock: 0n, afterRequest: '', ...times };
    const outcomes = [
      { slice: blocks, found: [again, { ...again, blockNumber: 16n }] },
      { slice: { by: 'requests', after: 'a' } as const, found: [] },
    ];
    const late = { ...lease, leasedUntil: TEST_TIME };
    expect(await saveProgress(ctx, 'sepolia', { lease: late, progress, outcomes })).toBe(false);
    expect(await keys()).toHaveLength(6);
    expect(await saveProgress(ctx, 'sepolia', { lease, progress, outcomes })).toBe(true);
    const left = ['beyond', 'of another page', 'transfer_missing   15 '];
    expect(await keys()).toEqual(['base within', ...left.map((key) => `sepolia ${key}`)]);
  });

  it('takes few statements for a slice in which all is well', async () => {
    await world.happen(ctx, world.blocks(world.block(67n)));
    await pass(1);
    clock.advance(30 * MINUTE_MS);
    let compared = 0;
    const statements = await countStatements(ctx, async (ctx) => {
      compared = await reconcileSlices(ctx, quiet);
    });
    expect(compared).toBe(1);
    // Cursors twice, the lease, differences to check again, the requests of the blocks and a page of others, and what is saved.
    expect(statements).toBe(7);
  });

  it('does not advance while no node answers, and raises an alarm after a day', async () => {
    await world.happen(ctx, world.blocks(world.block(200n)));
    await pass(30);
    const before = await active();
    const away: SingleNode = {
      name: '1',
      // biome-ignore lint/correctness/useYield: it fails before there is anything to report
      scan: async function* () {
        throw new Outage('it does not answer');
      },
    };
    const eachNode = () => [away];
    ctx = { ...ctx, chains: connected({ ...stillChain('sepolia'), eachNode }) };
    await pass(30);
    expect(await active()).toEqual(before);
    clock.advance(24 * 60 * MINUTE_MS);
    const { alarms } = await collectStatus(ctx);
    expect(alarms.map(({ kind }) => kind)).toContain('not_reconciled');
  });
});
