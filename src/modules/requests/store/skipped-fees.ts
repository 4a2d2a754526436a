import { sql } from 'kysely';
import type { Context } from '#context.ts';

/** What is missing of the fee that paid requests should have been paid with, inside their payments. */
export interface SkippedFee {
  /** In the unit of the invoice currency; above zero. */
  readonly units: bigint;
  /** As it was agreed. */
  readonly percentage: string | null;
  readonly receiverAddress: string;
  /** Which fee it is, as the plan names them. */
  readonly feeType: string;
}

/**
 * The fees inside payments that payments which stand did not bring to their receiver, of requests that
 * are paid; by the row of the request, and only where there are any. No later payment can bring them.
 *
 * Each payment rounds its share down, so less than a unit for each of them is no skipped fee.
 */
export async function findSkippedFees(
  ctx: Context,
  requestRowIds: readonly string[],
): Promise<ReadonlyMap<string, SkippedFee>> {
  if (requestRowIds.length === 0) return new Map();
  const { rows } = await sql<SkippedFeeRow>`
    select request.id, request.fee_percentage, request.fee_address,
      coalesce(request.fee_type, 'platform_fee') as fee_type, request.fee_units - paid.units as units
    from request
    cross join lateral (
      select count(*) as payments, coalesce(
          sum(transfer.fee_units) filter (where transfer.fee_address = request.fee_address), 0
        )::numeric(78, 0) as units
      from active_payment payment
      join active_transfer transfer on transfer.id = payment.chain_transfer_id
      where payment.request_id = request.id
    ) paid
    where request.id = any (${[...requestRowIds]}::text[])
      and request.fee_address is not null
      and request.paid_units >= request.expected_units
      and request.fee_units - paid.units >= greatest(paid.payments, 1)`.execute(ctx.db);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        units: row.units,
        percentage: row.fee_percentage,
        receiverAddress: row.fee_address,
        feeType: row.fee_type,
      },
    ]),
  );
}

interface SkippedFeeRow {
  id: string;
  fee_percentage: string | null;
  fee_address: string;
  fee_type: string;
  units: bigint;
}
