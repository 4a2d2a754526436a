import { beforeEach, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import {
  FEE_UNITS,
  insertFee,
  FEE_RECEIVER as RECEIVER,
} from '../../../tests/support/fee-of-link.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { type SettlementWorld, settlementWorld } from '../../../tests/support/settlement-world.ts';

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;

beforeEach(async () => {
  ctx = testContext({ db: database.db });
  world = await settlementWorld(ctx);
});

const statusOf = async (id: string) =>
  (
    await ctx.db
      .selectFrom('request')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status;

it('a fee is counted like any payment, has no event, and leaves its link unchanged', async () => {
  const link = await insertLink(ctx.db);
  const fee = await insertFee(ctx, link);
  const paid = world.transferOf(fee, world.block(10n), { payeeAddress: RECEIVER });
  await world.happen(ctx, world.blocks(world.block(9n)), world.blocks(world.block(10n), [paid]));
  expect(await world.activeUnits(fee)).toBe(FEE_UNITS);
  expect(await statusOf(fee.requestRowId)).toBe('paid');
  expect(await world.eventsOf(link)).toEqual([]);
  expect(await world.linkRow(link)).toMatchObject({ status: 'pending', request_status: 'created' });
});

it('a fee that a reorg removes is due again, without an event', async () => {
  const link = await insertLink(ctx.db);
  const fee = await insertFee(ctx, link);
  const at = { payeeAddress: RECEIVER, logIndex: 9 };
  const both = [
    world.transferOf(link, world.block(10n)),
    world.transferOf(fee, world.block(10n), at),
  ];
  await world.happen(ctx, world.blocks(world.block(9n)), world.blocks(world.block(10n), both));
  expect(await statusOf(fee.requestRowId)).toBe('paid');
  await world.happen(ctx, { type: 'reorg', ancestor: world.block(9n) });
  expect(await world.activeUnits(fee)).toBe(0n);
  expect(await statusOf(fee.requestRowId)).toBe('created');
  expect((await world.eventsOf(link)).map((event) => [event['event'], event['requestId']])).toEqual(
    [
      ['payment.confirmed', link.requestId],
      ['payment.reverted', link.requestId],
    ],
  );
});

it('a fee that went to another address is not paid', async () => {
  const link = await insertLink(ctx.db);
  const fee = await insertFee(ctx, link);
  // The payee of the link is not the receiver of its fee.
  const astray = world.transferOf(fee, world.block(10n));
  await world.happen(ctx, world.blocks(world.block(9n)), world.blocks(world.block(10n), [astray]));
  expect(await world.activeUnits(fee)).toBe(0n);
  expect(await statusOf(fee.requestRowId)).toBe('created');
});
