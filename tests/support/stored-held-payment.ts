import { bytesOf, hexOf } from '../../src/kit/hex.ts';
import { linkToken } from './access-fixtures.ts';
import type { AccessWorld, Party } from './access-world.ts';

/** Stores a payment of a party's link that is refused because of who sent it; its id. */
export async function storedHeldPayment(world: AccessWorld, of: Party): Promise<string> {
  const { ctx } = world;
  const { id: requestId } = await linkToken(world, of);
  const request = await ctx.db
    .selectFrom('request')
    .select(['id', 'account_id', 'network'])
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow();
  const id = ctx.newOrderedId();
  const bytes = () => bytesOf(hexOf(ctx.random(32)));
  const transactionHash = bytes();
  const transfer = {
    id,
    account_id: request.account_id,
    request_id: request.id,
    status: 'refused',
    network: request.network,
    block_number: 1n,
    block_hash: bytes(),
    block_time: ctx.now(),
    transaction_hash: transactionHash,
    log_index: 0,
    payer_address: '0x2222222222222222222222222222222222222222',
    claimed_units: 1n,
    credited_units: 1n,
    fee_units: 0n,
    fee_address: '0x3333333333333333333333333333333333333333',
    seen_at: ctx.now(),
  };
  await ctx.db.insertInto('chain_transfer').values(transfer).execute();
  const check = {
    chain_transfer_id: id,
    account_id: request.account_id,
    request_id: request.id,
    network: request.network,
    transaction_hash: transactionHash,
    status: 'refused',
    reason_code: 'screening_rejected',
    wallet_address: transfer.payer_address,
    held_at: ctx.now(),
    decided_at: ctx.now(),
  };
  await ctx.db.insertInto('payer_check').values(check).execute();
  return id;
}
