import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import { type SettlementWorld, settlementWorld } from '../../../tests/support/settlement-world.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { findThresholds } from './find-thresholds.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';
import { settleRequests } from './settle-requests.ts';
import { type DueTransfer, findDueTransfers } from './store/due.ts';

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;

beforeEach(async () => {
  ctx = testContext({ db: database.db });
  world = await settlementWorld(ctx);
  await world.happen(ctx, world.blocks(world.block(9n)));
});

/** A link that was paid in two instalments, neither of which is settled, and what a settler found. */
async function seenInParts(): Promise<{ link: PayableLink; found: readonly DueTransfer[] }> {
  const link = await insertLink(ctx.db);
  const block = world.block(10n);
  const { at } = await findFollowFrom(ctx, 'sepolia');
  const parts = [1, 2].map((logIndex) =>
    world.transferOf(link, block, { logIndex, creditedUnits: link.expectedUnits / 2n }),
  );
  await ingestChainUpdate(ctx, world.chain, { at, update: world.blocks(block, parts) });
  const query = { limit: 100, exceptRequests: [], agreement: 'none' } as const;
  const { candidates: found } = await findDueTransfers(
    ctx,
    await findThresholds(ctx, 'confirmed'),
    query,
  );
  expect(found).toHaveLength(2);
  return { link, found };
}

const eventsOf = async (link: PayableLink) =>
  (await world.eventsOf(link)).map(({ event }) => event).sort();

const totalsOf = async ({ requestRowId }: PayableLink) => {
  const request = await ctx.db
    .selectFrom('request')
    .select(['status', 'paid_units', 'paid_late_units'])
    .where('id', '=', requestRowId)
    .executeTakeFirstOrThrow();
  return [request.status, request.paid_units, request.paid_late_units];
};

describe('a transfer that was found and changes before it is settled', () => {
  it('brings no second payment when another settler was first', async () => {
    const { link, found } = await seenInParts();
    expect(await settleRequests(ctx, found)).toHaveLength(2);
    expect(await settleRequests(ctx, found)).toHaveLength(0);
    expect(await world.activeUnits(link)).toBe(link.expectedUnits);
    expect(await eventsOf(link)).toEqual(['payment.confirmed', 'payment.partial']);
  });

  it('brings no payment when its block vanished, and the other instalment brings its own', async () => {
    const { link, found } = await seenInParts();
    const [gone, stays] = found;
    await sql`update chain_transfer set status = 'undone' where id = ${gone?.id}`.execute(ctx.db);
    expect(await settleRequests(ctx, found)).toHaveLength(1);
    expect(await world.activeUnits(link)).toBe(stays?.creditedUnits);
    expect(await eventsOf(link)).toEqual(['payment.partial']);
    expect(await totalsOf(link)).toEqual(['partially_paid', stays?.creditedUnits, 0n]);
  });

  it('is left to the transaction that has locked it, without waiting', async () => {
    const { link, found } = await seenInParts();
    await database.db.transaction().execute(async (holder) => {
      await sql`select from chain_transfer where id = ${found[0]?.id} for update`.execute(holder);
      expect(await settleRequests(ctx, found)).toHaveLength(1);
    });
    expect(await world.activeUnits(link)).toBe(link.expectedUnits / 2n);
    expect(await settleRequests(ctx, found)).toHaveLength(1);
    expect((await world.linkRow(link)).status).toBe('completed');
  });
});

describe('settling is rolled back completely', () => {
  it.each([
    ['its status', sql`status = 'paid'`],
    ['its sum', sql`paid_units = paid_units + 1`],
  ])('when a request is moved beside its lock: %s', async (_what, moved) => {
    const { link, found } = await seenInParts();
    // A writer without a lock: it moves the row between the payment and the status.
    await sql`
      create or replace function move_beside() returns trigger language plpgsql as $$
      begin
        update request set ${moved} where id = new.request_id;
        return null;
      end $$`.execute(ctx.db);
    await sql`create trigger z_move_beside after insert on payment
      for each row execute function move_beside()`.execute(ctx.db);
    try {
      await expect(settleRequests(ctx, found)).rejects.toThrow(
        'no other transaction moves a locked request',
      );
    } finally {
      await sql`drop trigger z_move_beside on payment`.execute(ctx.db);
    }
    expect(await world.transferStatuses(link)).toEqual(['seen', 'seen']);
    expect(await world.activeUnits(link)).toBe(0n);
    expect(await eventsOf(link)).toEqual([]);
    expect(await totalsOf(link)).toEqual(['created', 0n, 0n]);
  });
});

describe('a revert that leaves a link partly paid', () => {
  it('opens it again, and the active instalment is still paid', async () => {
    const link = await insertLink(ctx.db);
    const half = link.expectedUnits / 2n;
    const part = (number: bigint) =>
      world.transferOf(link, world.block(number), { creditedUnits: half });
    await world.happen(
      ctx,
      world.blocks(world.block(10n), [part(10n)]),
      world.blocks(world.block(11n), [part(11n)]),
    );
    expect(await world.linkRow(link)).toMatchObject({ status: 'completed' });
    await world.happen(ctx, { type: 'reorg', ancestor: world.block(10n) });
    expect(await world.linkRow(link)).toMatchObject({
      status: 'pending',
      completed_at: null,
      request_status: 'partially_paid',
    });
    expect(await totalsOf(link)).toEqual(['partially_paid', half, 0n]);
    const again = world.block(11n, 'fork');
    await world.happen(ctx, world.blocks(again, [world.transferOf(link, again)]));
    expect(await world.linkRow(link)).toMatchObject({ status: 'completed' });
  });
});

describe('the sums beside a request', () => {
  it('are set by its payments alone', async () => {
    const { requestRowId: id } = await insertLink(ctx.db);
    for (const column of [sql`paid_units`, sql`paid_late_units`]) {
      const set = sql`update request set ${column} = 1 where id = ${id}`.execute(ctx.db);
      await expect(set).rejects.toThrow('are kept by its payments');
    }
  });

  it('mark late money as late, until it is undone', async () => {
    const link = await insertLink(ctx.db);
    const late = { blockTime: new Date('2036-01-01T00:00:00Z') };
    await world.happen(
      ctx,
      world.blocks(world.block(10n), [world.transferOf(link, world.block(10n), late)]),
    );
    expect(await totalsOf(link)).toEqual(['paid', link.expectedUnits, link.expectedUnits]);
    await world.happen(ctx, { type: 'reorg', ancestor: world.block(9n) });
    expect(await totalsOf(link)).toEqual(['created', 0n, 0n]);
  });
});
