import { sql } from 'kysely';
import type { Context } from '#context.ts';
import type { CalendarDay } from '#kit/calendar-days.ts';
import { boundsOf, dayOf } from '#platform/db/day-buckets.ts';

/** Whose attempts are counted. */
interface AttemptPart {
  readonly accountId: string;
  /** Undefined counts those at all endpoints. */
  readonly endpointId: string | undefined;
  /** Days in a row. */
  readonly days: readonly CalendarDay[];
}

/** The attempts to deliver of one day. */
export interface AttemptFigures {
  /** From 0; null for all days together. */
  readonly day: number | null;
  readonly attempts: number;
  /** Those that were not answered with a status of success. */
  readonly failed: number;
  /** Those among them that were the last one of their delivery. */
  readonly lost: number;
  /** Half of the answers, and 19 of 20, took at most so long; null where none came. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

/** What became of the attempts of an account, or of one of its endpoints: on each day with one, and on all days together. */
export async function findAttemptFigures(
  ctx: Context,
  { accountId, endpointId, days }: AttemptPart,
  retryCountMax: number,
): Promise<readonly AttemptFigures[]> {
  const { from, until } = boundsOf(days);
  const isOfEndpoint =
    endpointId === undefined
      ? sql``
      : sql`and exists (
          select from webhook_delivery delivery
          where delivery.id = attempt.webhook_delivery_id
            and delivery.webhook_endpoint_id = ${endpointId}
        )`;
  const { rows } = await sql<FigureRow>`
    select day as "day", count(*) as "attempts", count(*) filter (where not succeeded) as "failed",
      count(*) filter (where not succeeded and retry_count = ${retryCountMax}) as "lost",
      percentile_cont(0.5) within group (order by duration_ms)
        filter (where response_status is not null) as "p50Ms",
      percentile_cont(0.95) within group (order by duration_ms)
        filter (where response_status is not null) as "p95Ms"
    from (
      select ${dayOf(sql`started_at`, days)} as day, retry_count, duration_ms, response_status,
        coalesce(response_status between 200 and 299, false) as succeeded
      from webhook_attempt attempt
      where account_id = ${accountId} and started_at >= ${from} and started_at < ${until}
        ${isOfEndpoint}
    ) made
    group by grouping sets ((day), ())
    having count(*) > 0
    order by day`.execute(ctx.db);
  return rows.map(({ attempts, failed, lost, ...row }) => ({
    ...row,
    attempts: Number(attempts),
    failed: Number(failed),
    lost: Number(lost),
  }));
}

interface FigureRow {
  readonly day: number | null;
  readonly attempts: bigint;
  readonly failed: bigint;
  readonly lost: bigint;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}
