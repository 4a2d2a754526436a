import { sql } from 'kysely';
import type { Context } from '#context.ts';

/** The recurring payouts of a network that go on, or are to. */
export interface OpenCounts {
  readonly active: number;
  readonly paused: number;
  /** Those of them that were paused since. */
  readonly pausedLately: number;
  /** Active ones whose open instalment has failed, and will be tried again. */
  readonly failing: number;
  /** Active ones whose payer was seen to have too little for the next instalment, or to allow too little. */
  readonly shortOfBalance: number;
  readonly shortOfAllowance: number;
}

/** Instalments of active recurring payouts, the next one of each. */
export interface DueCounts {
  readonly due: number;
  /** Those that are due for longer than they should be and have not failed. */
  readonly late: number;
  /** When the oldest of these became due. */
  readonly lateSince: Date | null;
  /** Those that are not sent yet and are due by then, or already. */
  readonly soon: number;
}

/** Instalments that were not sent by us, or moved nothing, and were found so since. */
export interface ResolvedCounts {
  readonly lost: number;
  readonly paidElsewhere: number;
}

/** More are not counted, as nobody reads them one by one. */
const COUNTED_MAX = 10_000;

type ByNetwork<Counts> = ReadonlyMap<string, Counts>;

/** How many recurring payouts of each network go on, and what hinders them. */
export async function countOpen(
  ctx: Context,
  { since }: { readonly since: Date },
): Promise<ByNetwork<OpenCounts>> {
  const { rows } = await sql<OpenCounts & { readonly network: string }>`
    select network,
      count(*) filter (where status = 'active')::integer as active,
      count(*) filter (where status = 'paused')::integer as paused,
      count(*) filter (where paused_at >= ${since})::integer as "pausedLately",
      count(*) filter (where status = 'active' and failure_count > 0)::integer as failing,
      count(*) filter (where status = 'active' and shortage = 'balance')::integer as "shortOfBalance",
      count(*) filter (where status = 'active' and shortage = 'allowance')::integer as "shortOfAllowance"
    from (
      select network, status, paused_at, failure_count, shortage from recurring_payout
      where status in ('active', 'paused') limit ${COUNTED_MAX}
    ) open
    group by network`.execute(ctx.db);
  return new Map(rows.map(({ network, ...counts }) => [network, counts]));
}

interface DueCondition {
  /** Due before then is late. */
  readonly lateBefore: Date;
  /** Due by then is soon. */
  readonly soonBy: Date;
}

/**
 * The next instalments of each network that are due or will be soon. A recurring payout is looked at before its next instalment is due, so
 * those that are looked at later have none of these.
 */
export async function countDue(
  ctx: Context,
  { lateBefore, soonBy }: DueCondition,
): Promise<ByNetwork<DueCounts>> {
  const { rows } = await sql<DueCounts & { readonly network: string }>`
    select network,
      count(*) filter (where due_at <= ${ctx.now()})::integer as due,
      count(*) filter (where due_at < ${lateBefore} and failure_count = 0)::integer as late,
      min(due_at) filter (where due_at < ${lateBefore} and failure_count = 0) as "lateSince",
      count(*) filter (where due_at <= ${soonBy} and not is_sent)::integer as soon
    from (
      select payout.network, payout.failure_count, made.is_sent,
        coalesce(made.due_at,
          payout.first_due_at + made.instalments * make_interval(secs => payout.period_seconds)) as due_at
      from (
        select id, network, failure_count, first_due_at, period_seconds, total_payments
        from recurring_payout
        where status = 'active' and next_check_at <= ${soonBy}
        order by next_check_at, id
        limit ${COUNTED_MAX}
      ) payout
      cross join lateral (
        select count(*)::integer as instalments,
          min(one.due_at) filter (where one.status not in ('paid', 'paid_elsewhere', 'lost')) as due_at,
          bool_or(one.status = 'sent') as is_sent
        from recurring_instalment one
        where one.recurring_payout_id = payout.id
      ) made
      where made.due_at is not null or made.instalments < payout.total_payments
    ) next
    group by network`.execute(ctx.db);
  return new Map(rows.map(({ network, ...counts }) => [network, counts]));
}

/** The instalments of each network that were found to be lost, or paid by somebody else. */
export async function countResolved(
  ctx: Context,
  { since }: { readonly since: Date },
): Promise<ByNetwork<ResolvedCounts>> {
  const { rows } = await sql<ResolvedCounts & { readonly network: string }>`
    select payout.network,
      count(*) filter (where one.status = 'lost')::integer as lost,
      count(*) filter (where one.status = 'paid_elsewhere')::integer as "paidElsewhere"
    from (
      select recurring_payout_id, status from recurring_instalment
      where resolved_at >= ${since} limit ${COUNTED_MAX}
    ) one
    join recurring_payout payout on payout.id = one.recurring_payout_id
    group by payout.network`.execute(ctx.db);
  return new Map(rows.map(({ network, ...counts }) => [network, counts]));
}
