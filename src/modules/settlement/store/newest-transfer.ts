import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { milestonesOf, type PaymentMilestones } from '#modules/ledger/index.ts';

/** The transfer of the newest payment of a request that stands, and how far it got; undefined without one. */
export async function findNewestTransfer(
  ctx: Context,
  requestRowId: string,
): Promise<{ readonly id: string; readonly milestones: PaymentMilestones } | undefined> {
  const row = await ctx.db
    .selectFrom('active_payment as payment')
    .innerJoin('active_transfer as transfer', 'transfer.id', 'payment.chain_transfer_id')
    .select([
      'transfer.id',
      'transfer.block_number',
      'transfer.seen_at',
      'transfer.confirmed_block',
      'transfer.confirmed_at',
      'transfer.finalized_block',
      'transfer.finalized_at',
    ])
    .where('payment.request_id', '=', requestRowId)
    .orderBy('payment.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, block_number, seen_at } = row;
  invariant(id !== null && block_number !== null && seen_at !== null, 'a transfer has a block');
  return { id, milestones: milestonesOf({ ...row, block_number, seen_at }) };
}
