import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import type { CalendarDay } from '#kit/calendar-days.ts';
import { lowestUlid } from '#kit/ulid.ts';
import { boundsOf, dayOf } from '#platform/db/day-buckets.ts';
import type { RequestCounts } from '../model/figures.ts';
import { flowOf } from '../model/payable-request.ts';
import { isFewer } from './is-fewer.ts';

/** Days of an account, in a row. */
interface AccountDays {
  readonly accountId: string;
  readonly days: readonly CalendarDay[];
}

/** Links that pay out are looked at one by one where they are no more than this; else each request is. */
const FEW = 100_000;
/** How far the clocks of processes may be apart, and so the ids of a link and of its request. */
const APART_MS = 3_600_000;

/** What became of the requests of an account, by the day on which they were created and by direction. */
export async function findRequestCounts(
  ctx: Context,
  { accountId, days }: AccountDays,
  few = FEW,
): Promise<readonly RequestCounts[]> {
  const { from, until } = boundsOf(days);
  // An id begins with the time of its creation, so the list's own index finds them.
  const isAsked = sql<boolean>`request.account_id = ${accountId} and request.origin_form <> 'fee'
    and request.id >= ${lowestUlid(from)} and request.id < ${lowestUlid(until)}`;
  // No request is put into a link that was there before it.
  const oldest = lowestUlid(new Date(from.getTime() - APART_MS));
  const payoutLinks = sql`select token from secure_payment
    where account_id = ${accountId} and flow = 'outgoing' and token >= ${oldest}`;
  const areFew = await isFewer(ctx, [payoutLinks], few);
  const day = dayOf(sql`request.created_at`, days);
  const { rows } = await sql<CountRow>`
    select day, flow, sum(created)::integer as created, sum(paid)::integer as paid,
      sum(unpaid)::integer as unpaid
    from (
      select ${day} as day, request.flow, count(*) as created,
        count(*) filter (where request.status = 'paid') as paid, 0 as unpaid
      from request where ${isAsked}
      group by 1, 2
      union all
      select ${day}, counted.flow, sum(counted.times),
        coalesce(sum(counted.times) filter (where request.status = 'paid'), 0), 0
      from (${turnedAround(isAsked, areFew ? payoutLinks : undefined)}) request
      cross join lateral (
        values (request.flow, -1), (request.link_flow, 1)
      ) counted (flow, times)
      group by 1, 2
      union all
      select ${day}, link.flow, 0, 0, count(*)
      from request
      cross join lateral (${currentLink(sql`request.id`)}) link
      where ${isAsked} and request.status in ('created', 'partially_paid')
        and link.status in ('expired', 'invalidated', 'compliance_failed')
      group by 1, 2
    ) counted
    group by day, flow
    having sum(created) > 0
    order by day, flow`.execute(ctx.db);
  return rows.map((row) => ({ ...row, flow: flowOf(row.flow) }));
}

interface CountRow extends Omit<RequestCounts, 'flow'> {
  readonly flow: string;
}

/** The requests whose links have another direction than they have themselves: few have, and their links decide. */
function turnedAround(
  isAsked: RawBuilder<boolean>,
  payoutLinks: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> {
  const columns = sql`request.created_at, request.status, request.flow`;
  const paidOut =
    payoutLinks === undefined
      ? sql`
        select ${columns}, link.flow as link_flow from request
        cross join lateral (${currentLink(sql`request.id`)}) link
        where ${isAsked} and request.flow = 'incoming' and link.flow = 'outgoing'`
      : sql`
        select ${columns}, 'outgoing' as link_flow from (${payoutLinks} offset 0) link
        cross join lateral (
          select request_id from secure_payment_request
          where secure_payment_token = link.token and not superseded offset 0
        ) asked
        cross join lateral (
          select ${columns} from request
          where request.id = asked.request_id and ${isAsked} and request.flow = 'incoming' offset 0
        ) request`;
  return sql`${paidOut}
    union all
    select ${columns}, link.flow from request
    cross join lateral (${currentLink(sql`request.id`)}) link
    where ${isAsked} and request.flow = 'outgoing' and link.flow = 'incoming'`;
}

/** The link that a request is in, by its keys whatever statistics there are. */
function currentLink(requestId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select link.status, link.flow from secure_payment_request asked
    join secure_payment link on link.token = asked.secure_payment_token
    where asked.request_id = ${requestId} and not asked.superseded offset 0`;
}
