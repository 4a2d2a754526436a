import { sql } from 'kysely';
import type { Context } from '#context.ts';

/** How long the queues of webhooks are; counts stop at the given limit. */
export interface QueueLengths {
  /** Events without deliveries so far. */
  readonly events: number;
  /** Deliveries that wait for their first attempt, for a retry or for the end of an attempt. */
  readonly waiting: number;
  /** When the one that is due for longest was due; undefined when none is. */
  readonly dueSince: Date | undefined;
  /** Deliveries that were given up and can be sent again. */
  readonly lost: number;
}

/**
 * Counts what waits, each count up to `countMax`, and skips from endpoint to endpoint along the queue's
 * index for what is due longest, past `endpointsMax` of them at most: its cost is bounded however much
 * waits.
 */
export async function measureQueues(
  ctx: Context,
  limits: { readonly countMax: number; readonly endpointsMax: number },
): Promise<QueueLengths> {
  const { rows } = await sql<{
    events: bigint;
    waiting: bigint;
    due_since: Date | null;
    lost: bigint;
  }>`
    with recursive lane as (
      (select webhook_endpoint_id as id, 1 as number from webhook_delivery where status = 'pending'
        order by webhook_endpoint_id, due_at, id limit 1)
      union all
      select (select webhook_endpoint_id from webhook_delivery
        where status = 'pending' and webhook_endpoint_id > lane.id
        order by webhook_endpoint_id, due_at, id limit 1), number + 1
      from lane where lane.id is not null and number < ${limits.endpointsMax}
    )
    select
      (select count(*) from (select from outbox limit ${limits.countMax}) counted) as events,
      (select count(*) from (
        select from webhook_delivery where status = 'pending' limit ${limits.countMax}) counted
      ) as waiting,
      (select min(oldest.due_at) from lane
        join webhook_endpoint endpoint on endpoint.id = lane.id and endpoint.is_active
        cross join lateral (
          select due_at from webhook_delivery
          where status = 'pending' and webhook_endpoint_id = lane.id and due_at <= ${ctx.now()}
          order by due_at, id limit 1
        ) oldest) as due_since,
      (select count(*) from (
        select from webhook_delivery where status in ('failed', 'skipped')
        limit ${limits.countMax}) counted
      ) as lost`.execute(ctx.db);
  const [row] = rows;
  return {
    events: Number(row?.events ?? 0n),
    waiting: Number(row?.waiting ?? 0n),
    dueSince: row?.due_since ?? undefined,
    lost: Number(row?.lost ?? 0n),
  };
}
