import { sql } from 'kysely';
import type { Context } from '#context.ts';

/** How many payments of a network can still change, and what is wrong with some. */
export interface PaymentCounts {
  readonly watched: number;
  readonly openOperations: number;
  /** When the oldest of them was requested. */
  readonly oldestOpenAt: Date | null;
  /** Those that failed, or that the escrow refused, since. */
  readonly failedOperations: number;
  /** Events that the escrow reported and the token did not confirm, and that stand. */
  readonly unmoved: number;
}

/** More are not counted, as nobody reads them one by one. */
const COUNTED_MAX = 100_000;

/** The counts by network. */
export async function countPayments(
  ctx: Context,
  { since }: { readonly since: Date },
): Promise<ReadonlyMap<string, PaymentCounts>> {
  const { rows } = await sql<PaymentCounts & { readonly network: string }>`
    select network, sum(watched)::integer as watched, sum(open)::integer as "openOperations",
      sum(unmoved)::integer as unmoved, min(opened_at) as "oldestOpenAt",
      sum(failed)::integer as "failedOperations"
    from (
      (select network, 1 as watched, 0 as open, 0 as unmoved, null::timestamptz as opened_at, 0 as failed
        from commerce_payment where is_watched limit ${COUNTED_MAX})
      union all
      (select payment.network, 0, 1, 0, operation.created_at, 0 from commerce_operation operation
        join commerce_payment payment on payment.id = operation.commerce_payment_id
        where operation.next_check_at is not null limit ${COUNTED_MAX})
      union all
      (select payment.network, 0, 0, 0, null, 1 from commerce_operation operation
        join commerce_payment payment on payment.id = operation.commerce_payment_id
        where operation.ended_at >= ${since} and operation.outcome in ('failed', 'refused')
        limit ${COUNTED_MAX})
      union all
      (select network, 0, 0, 1, null, 0 from commerce_event where not is_moved and undone_at is null limit ${COUNTED_MAX})
    ) counted
    group by network`.execute(ctx.db);
  return new Map(rows.map(({ network, ...counts }) => [network, counts]));
}
