import { sql } from 'kysely';
import { writtenHash } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { hexOf } from '#kit/hex.ts';

/** A payment of an instalment that counts. */
interface PaymentOfInstalment {
  readonly id: string;
  readonly amountUnits: bigint;
  readonly receivedAt: Date;
  /** As its network writes hashes. */
  readonly transactionHash: string;
}

interface PaymentRow {
  id: string;
  amount_units: bigint;
  received_at: Date;
  network: string;
  transaction_hash: Buffer;
}

/** What was paid for the instalments of a recurring payout and counts, oldest first. */
export async function findPaymentsOf(
  ctx: Context,
  recurringPayoutId: string,
): Promise<readonly PaymentOfInstalment[]> {
  const { rows } = await sql<PaymentRow>`
    select payment.id, payment.amount_units, payment.received_at, payment.network,
      payment.transaction_hash
    from recurring_instalment one
    join active_payment payment on payment.request_id = one.request_id
    where one.recurring_payout_id = ${recurringPayoutId}
    order by payment.received_at, payment.id`.execute(ctx.db);
  return rows.map((row) => ({
    id: row.id,
    amountUnits: row.amount_units,
    receivedAt: row.received_at,
    transactionHash: writtenHash(row.network, hexOf(row.transaction_hash)),
  }));
}
