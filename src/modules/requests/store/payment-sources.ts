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

/** Changes where a payment came from to this transaction; what is stored of it already stays. */
export async function replacePaymentSource(ctx: Context, source: PaymentSource): Promise<void> {
  const sourceHash = bytesOf(source.sourceTransactionHash);
  await ctx.db
    .updateTable('payment_source')
    .set({
      source_network: source.sourceNetwork,
      source_transaction_hash: sourceHash,
      source_units: source.units,
      source_token_address: source.tokenAddress,
      recorded_at: ctx.now(),
    })
    .where('account_id', '=', source.accountId)
    .where('request_id', '=', source.requestRowId)
    .where('network', '=', source.network)
    .where('transaction_hash', '=', bytesOf(source.transactionHash))
    .where('source_transaction_hash', '!=', sourceHash)
    .execute();
}
