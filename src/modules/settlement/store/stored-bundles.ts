import { sql } from 'kysely';
import type { Context } from '#context.ts';
import type { StoredBundle } from '../model/stored-payments.ts';

/** The bundles of these requests, each with all of its children. */
export async function findBundles(
  ctx: Context,
  requestRowIds: readonly string[],
): Promise<readonly StoredBundle[]> {
  const { rows } = await sql<{
    token: string;
    status: string;
    expires_at: Date;
    request_id: string;
    expected_units: bigint;
    paid_units: bigint;
  }>`
    select bundle.token, bundle.status, bundle.expires_at, request.request_id,
      request.expected_units, coalesce(paid.units, 0) as paid_units
    from multicall_payout_summary bundle
    join multicall_payout_child item on item.multicall_payout_token = bundle.token
    join request_summary request on request.id = item.request_id
    left join lateral (
      select sum(payment.amount_units) as units
      from active_payment payment
      where payment.request_id = item.request_id
    ) paid on true
    where bundle.token in (
      select multicall_payout_token from multicall_payout_child
      where request_id = any (${[...requestRowIds]}::text[])
    )
    order by bundle.token, item.position`.execute(ctx.db);
  return [...Map.groupBy(rows, ({ token }) => token)].flatMap(([token, parts]) => {
    const [first] = parts;
    if (first === undefined) return [];
    const children = parts.map((part) => ({
      requestId: part.request_id,
      expectedUnits: part.expected_units,
      paidUnits: part.paid_units,
    }));
    return [{ token, status: first.status, expiresAt: first.expires_at, children }];
  });
}
