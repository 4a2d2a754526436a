import type { Context } from '#context.ts';
import { bytesOf } from '#kit/hex.ts';
import type { PaymentSource } from '../model/payment-source.ts';

/** Adds where a payment came from, unless that is there. */
export async function insertPaymentSource(ctx: Context, source: PaymentSource): Promise<void> {
  await ctx.db
    .insertInto('payment_source')
    .values({
      account_id: source.accountId,
      request_id: source.requestRowId,
      network: source.network,
      transaction_hash: bytesOf(source.transactionHash),
      source_network: source.sourceNetwork,
      source_transaction_hash: bytesOf(source.sourceTransactionHash),
      source_units: source.units,
      source_token_address: source.tokenAddress,
      recorded_at: ctx.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
