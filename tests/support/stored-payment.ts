import { bytesOf, hexOf } from '../../src/kit/hex.ts';
import { linkToken } from './access-fixtures.ts';
import type { AccessWorld, Party } from './access-world.ts';

/** Stores a payment of a party's link that counts, of one unit; its id. */
export async function storedPayment(world: AccessWorld, of: Party): Promise<string> {
  const { ctx } = world;
  const { id: requestId } = await linkToken(world, of);
  const request = await ctx.db
    .selectFrom('request')
    .select(['id', 'account_id', 'network', 'currency_id'])
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow();
  const [id, transferId] = [ctx.newOrderedId(), ctx.newOrderedId()];
  const bytes = () => bytesOf(hexOf(ctx.random(32)));
  const shared = {
    account_id: request.account_id,
    request_id: request.id,
    network: request.network,
    transaction_hash: bytes(),
    payer_address: '0x2222222222222222222222222222222222222222',
    fee_units: 0n,
  };
  await ctx.db
    .insertInto('chain_transfer')
    .values({
      ...shared,
      id: transferId,
      status: 'confirmed',
      block_number: 1n,
      block_hash: bytes(),
      block_time: ctx.now(),
      log_index: 0,
      claimed_units: 1n,
      credited_units: 1n,
      fee_address: '0x3333333333333333333333333333333333333333',
      seen_at: ctx.now(),
      confirmed_block: 1n,
      confirmed_at: ctx.now(),
    })
    .execute();
  await ctx.db
    .insertInto('payment')
    .values({
      ...shared,
      id,
      chain_transfer_id: transferId,
      currency_id: request.currency_id,
      amount_units: 1n,
      late: false,
      received_at: ctx.now(),
    })
    .execute();
  return id;
}
