import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import { isPaymentIntentStatus, type PaymentIntentStatus } from '../model/status.ts';

/** What pages of a link show of an intent. */
export interface StoredLinkIntent {
  readonly id: string;
  readonly status: PaymentIntentStatus;
  readonly network: string;
  readonly transactionHash: Hex | null;
  readonly createdAt: Date;
  readonly statusSince: Date;
  readonly deadlineAt: Date | null;
  readonly fillHash: Hex | null;
  readonly refundHash: Hex | null;
}

/** Up to `limit` intents of a link, the newest first, but for those that turned out to be none of it. */
export async function findIntentsOfLink(
  ctx: Context,
  { token, limit }: { readonly token: string; readonly limit: number },
): Promise<readonly StoredLinkIntent[]> {
  const rows = await ctx.db
    .selectFrom('payment_intent')
    .select([
      'id',
      'status',
      'network',
      'transaction_hash',
      'created_at',
      'status_since',
      'deadline_at',
      'fill_transaction_hash',
      'refund_transaction_hash',
    ])
    .where('secure_payment_token', '=', token)
    .where('status', 'not in', ['foreign', 'not_found'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => {
    invariant(isPaymentIntentStatus(row.status), `no intent may be "${row.status}"`);
    return {
      id: row.id,
      status: row.status,
      network: row.network,
      transactionHash: row.transaction_hash && hexOf(row.transaction_hash),
      createdAt: row.created_at,
      statusSince: row.status_since ?? row.created_at,
      deadlineAt: row.deadline_at,
      fillHash: row.fill_transaction_hash && hexOf(row.fill_transaction_hash),
      refundHash: row.refund_transaction_hash && hexOf(row.refund_transaction_hash),
    };
  });
}

/** Whether a payment of this request that counts was made by a bridge, for a deposit on this chain. */
export async function isPaidFromChain(
  ctx: Context,
  { requestRowId, chainId }: { readonly requestRowId: string; readonly chainId: number },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from active_payment payment
      join active_transfer transfer on transfer.id = payment.chain_transfer_id
      where payment.request_id = ${requestRowId} and transfer.bridge_origin_chain_id = ${chainId}
    ) as found`.execute(ctx.db);
  return rows[0]?.found === true;
}
