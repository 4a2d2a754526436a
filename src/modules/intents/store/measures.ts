import { sql } from 'kysely';
import type { Context } from '#context.ts';

/** How many intents of a status are followed, and since when the oldest is. */
export interface IntentCount {
  readonly status: string;
  readonly intents: number;
  readonly oldestAt: Date;
}

/** The followed intents by status, those that were settled left out; up to `countMax` are counted. */
export async function countOpen(ctx: Context, countMax: number): Promise<readonly IntentCount[]> {
  const { rows } = await sql<IntentCount>`
    select status, count(*)::integer as intents, min(created_at) as "oldestAt"
    from (
      select status, created_at from payment_intent
      where next_check_at is not null and status <> 'settled'
      order by status, created_at
      limit ${countMax}
    ) open
    group by status
    order by status`.execute(ctx.db);
  return rows;
}

/** How many should have been delivered before a moment, or refunded since another one. */
export async function countOverdue(
  ctx: Context,
  limits: {
    readonly deadlineBefore: Date;
    readonly unfilledSince: Date;
    readonly countMax: number;
  },
): Promise<number> {
  const { rows } = await sql<{ overdue: number }>`
    select count(*)::integer as overdue from (
      select from payment_intent
      where next_check_at is not null and (
        (status in ('source_seen', 'source_confirmed', 'filled') and deadline_at < ${limits.deadlineBefore})
        or (status = 'unfilled' and status_since < ${limits.unfilledSince})
      )
      limit ${limits.countMax}
    ) late`.execute(ctx.db);
  return rows[0]?.overdue ?? 0;
}
