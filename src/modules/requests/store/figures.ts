import { sql } from 'kysely';
import type { Context } from '#context.ts';
import type { CalendarDay } from '#kit/calendar-days.ts';
import { lowestUlid } from '#kit/ulid.ts';
import { boundsOf, dayOf } from '#platform/db/day-buckets.ts';
import type { RequestCounts } from '../model/figures.ts';
import { flowOf } from '../model/payable-request.ts';

/** Days of an account, in a row. */
interface AccountDays {
  readonly accountId: string;
  readonly days: readonly CalendarDay[];
}

/** What became of the requests of an account, by the day on which they were created and by direction. */
export async function findRequestCounts(
  ctx: Context,
  { accountId, days }: AccountDays,
): Promise<readonly RequestCounts[]> {
  const { from, until } = boundsOf(days);
  const { rows } = await sql<CountRow>`
    select ${dayOf(sql`request.created_at`, days)} as "day", coalesce(link.flow, request.flow) as "flow",
      count(*) as "created", count(*) filter (where request.status = 'paid') as "paid",
      count(*) filter (where request.status <> 'paid'
        and link.status in ('expired', 'invalidated', 'compliance_failed')) as "unpaid"
    from request
    left join secure_payment_request asked on asked.request_id = request.id and not asked.superseded
    left join secure_payment link on link.token = asked.secure_payment_token
    where request.account_id = ${accountId} and request.origin_form <> 'fee'
      -- An id begins with the time of its creation, so the list's own index finds them.
      and request.id >= ${lowestUlid(from)} and request.id < ${lowestUlid(until)}
    group by 1, 2
    order by 1, 2`.execute(ctx.db);
  return rows.map(({ day, flow, created, paid, unpaid }) => ({
    day,
    flow: flowOf(flow),
    created: Number(created),
    paid: Number(paid),
    unpaid: Number(unpaid),
  }));
}

interface CountRow {
  readonly day: number;
  readonly flow: string;
  readonly created: bigint;
  readonly paid: bigint;
  readonly unpaid: bigint;
}
