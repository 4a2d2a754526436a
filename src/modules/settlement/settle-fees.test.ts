import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { hexOf } from '#kit/hex.ts';
import { TEST_TIME, testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import { type SettlementWorld, settlementWorld } from '../../../tests/support/settlement-world.ts';

const RECEIVER = '0x5555555555555555555555555555555555555555';
const FEE_UNITS = 312_500n;

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
let world: SettlementWorld;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  ctx = testContext({ db: database.db });
  world = await settlementWorld(ctx);
});

/** The request that a fee of a link is, as payments of it are made. */
async function insertFee(link: PayableLink): Promise<PayableLink> {
  const id = ctx.newId();
  const topic = randomBytes(32);
  const requestId = `01${randomBytes(32).toString('hex')}`;
  await ctx.db
    .insertInto('request')
    .values({
      id,
      account_id: link.accountId,
      request_id: requestId,
      payment_reference: hexOf(randomBytes(8)),
      reference_topic: topic,
      salt: randomBytes(8).toString('hex'),
      status: 'created',
      network: 'sepolia',
      currency_id: 'USDC-sepolia',
      token_address: link.tokenAddress,
      payee_address: RECEIVER,
      expected_units: FEE_UNITS,
      fee_units: 0n,
      origin_form: 'fee',
      created_at: TEST_TIME,
    })
    .execute();
  await ctx.db
    .insertInto('fee_component')
    .values({
      request_id: id,
      account_id: link.accountId,
      for_request_id: link.requestRowId,
      position: 0,
      fee_type: 'orchestrator_fee',
      label: 'Orchestrator fee',
      bearer: 'payee',
    })
    .execute();
  const referenceTopic = hexOf(topic);
  return { ...link, requestRowId: id, requestId, referenceTopic, expectedUnits: FEE_UNITS };
}

const statusOf = async (id: string) =>
  (
    await ctx.db
      .selectFrom('request')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status;

it('a fee is counted like any payment, told of nowhere, and leaves its link as it is', async () => {
  const link = await insertLink(ctx.db);
  const fee = await insertFee(link);
  const paid = world.transferOf(fee, world.block(10n), { payeeAddress: RECEIVER });
  await world.happen(ctx, world.blocks(world.block(9n)), world.blocks(world.block(10n), [paid]));
  expect(await world.standingUnits(fee)).toBe(FEE_UNITS);
  expect(await statusOf(fee.requestRowId)).toBe('paid');
  expect(await world.eventsOf(link)).toEqual([]);
  expect(await world.linkRow(link)).toMatchObject({ status: 'pending', request_status: 'created' });
});

it('a fee that its chain takes back is due again, and that is told of nowhere either', async () => {
  const link = await insertLink(ctx.db);
  const fee = await insertFee(link);
  const at = { payeeAddress: RECEIVER, logIndex: 9 };
  const both = [
    world.transferOf(link, world.block(10n)),
    world.transferOf(fee, world.block(10n), at),
  ];
  await world.happen(ctx, world.blocks(world.block(9n)), world.blocks(world.block(10n), both));
  expect(await statusOf(fee.requestRowId)).toBe('paid');
  await world.happen(ctx, { type: 'reorg', ancestor: world.block(9n) });
  expect(await world.standingUnits(fee)).toBe(0n);
  expect(await statusOf(fee.requestRowId)).toBe('created');
  expect((await world.eventsOf(link)).map((event) => [event['event'], event['requestId']])).toEqual(
    [
      ['payment.confirmed', link.requestId],
      ['payment.reverted', link.requestId],
    ],
  );
});

it('a fee that went to somebody else is not paid', async () => {
  const link = await insertLink(ctx.db);
  const fee = await insertFee(link);
  // The payee of the link is not the receiver of its fee.
  const astray = world.transferOf(fee, world.block(10n));
  await world.happen(ctx, world.blocks(world.block(9n)), world.blocks(world.block(10n), [astray]));
  expect(await world.standingUnits(fee)).toBe(0n);
  expect(await statusOf(fee.requestRowId)).toBe('created');
});
