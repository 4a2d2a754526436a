import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import type { CalendarDay } from '#kit/calendar-days.ts';
import { lowestUlid } from '#kit/ulid.ts';
import { boundsOf, dayOf } from '#platform/db/day-buckets.ts';
import type { RequestCounts, Volume } from '../model/figures.ts';
import { flowOf } from '../model/payable-request.ts';

/** Days of an account, in a row. */
interface AccountDays {
  readonly accountId: string;
  readonly days: readonly CalendarDay[];
}

/** What every payment of the account that stands moved, added up by day, direction and token. */
export async function findVolumes(
  ctx: Context,
  { accountId, days }: AccountDays,
): Promise<readonly Volume[]> {
  const { rows } = await sql<
    Omit<Volume, 'flow' | 'payments'> & { flow: string; payments: bigint }
  >`
    select ${dayOf(sql`payment.received_at`, days)} as "day", ${flowIn(accountId)} as "flow",
      payment.network, payment.currency_id as "currencyId", count(*) as "payments",
      sum(payment.token_units)::numeric(78, 0) as "tokenUnits"
    ${paymentsOf(accountId, days)}
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4`.execute(ctx.db);
  return rows.map((row) => ({ ...row, flow: flowOf(row.flow), payments: Number(row.payments) }));
}

/** How long payments took, in seconds; half of them, and 19 of 20, took at most so long. */
export interface Durations {
  /** From 0; null for all days together. */
  readonly day: number | null;
  readonly payments: number;
  /** From the creation of what was paid until the payment counted. */
  readonly settledP50: number;
  readonly settledP95: number;
  /** From the payment's block until it counted. */
  readonly confirmedP50: number;
  readonly confirmedP95: number;
}

/** How long the payments took that the account received: of each day with one, and of all days together. */
export async function findDurations(
  ctx: Context,
  { accountId, days }: AccountDays,
): Promise<readonly Durations[]> {
  const { rows } = await sql<Omit<Durations, 'payments'> & { payments: bigint }>`
    select day as "day", count(*) as "payments",
      percentile_cont(0.5) within group (order by settled) as "settledP50",
      percentile_cont(0.95) within group (order by settled) as "settledP95",
      percentile_cont(0.5) within group (order by confirmed) as "confirmedP50",
      percentile_cont(0.95) within group (order by confirmed) as "confirmedP95"
    from (
      select ${dayOf(sql`payment.received_at`, days)} as day,
        ${secondsBetween(sql`request.created_at`, sql`transfer.confirmed_at`)} as settled,
        ${secondsBetween(sql`transfer.block_time`, sql`transfer.confirmed_at`)} as confirmed
      ${paymentsOf(accountId, days)}
        and ${flowIn(accountId)} = 'incoming' and transfer.confirmed_at is not null
    ) paid
    group by grouping sets ((day), ())
    having count(*) > 0
    order by day`.execute(ctx.db);
  return rows.map((row) => ({ ...row, payments: Number(row.payments) }));
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

/** Fees that are requests of their own are left out, as in the list of payments. */
function paymentsOf(accountId: string, days: readonly CalendarDay[]): RawBuilder<unknown> {
  const { from, until } = boundsOf(days);
  return sql`
    from active_payment payment
    join request on request.id = payment.request_id
    join active_transfer transfer on transfer.id = payment.chain_transfer_id
    where payment.account_id = ${accountId}
      and payment.received_at >= ${from} and payment.received_at < ${until}
      and request.origin_form <> 'fee'`;
}

/** The direction of a payment. Links that pay out are few in most accounts, so they are read once. */
function flowIn(accountId: string): RawBuilder<string> {
  return sql`case when request.flow = 'outgoing' or payment.request_id in (
      select asked.request_id from secure_payment link
      join secure_payment_request asked on asked.secure_payment_token = link.token
      where link.account_id = ${accountId} and link.flow = 'outgoing' and not asked.superseded
    ) then 'outgoing' else 'incoming' end`;
}

/** At least 0: clocks of chains run a little ahead of ours. */
function secondsBetween(start: RawBuilder<unknown>, end: RawBuilder<unknown>): RawBuilder<number> {
  return sql`greatest(0, extract(epoch from ${end} - ${start}))::float8`;
}
