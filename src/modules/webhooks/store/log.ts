import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { type DeliveryStatus, isDeliveryStatus } from '../model/status.ts';
import { DELIVERY_CHANNEL } from './deliveries.ts';

/** Ends pending deliveries to an endpoint as skipped, whatever the result of running attempts. */
export async function skipPending(ctx: Context, endpointId: string): Promise<void> {
  await ctx.db
    .updateTable('webhook_delivery')
    .set({ status: 'skipped', finished_at: ctx.now() })
    .where('webhook_endpoint_id', '=', endpointId)
    .where('status', '=', 'pending')
    .execute();
}

/** A delivery as the log lists it. */
export interface LoggedDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly isTest: boolean;
  readonly replayOf: string | null;
  /** Of the last attempt; null where there was none, or no answer came. */
  readonly lastResponseStatus: number | null;
  readonly lastDurationMs: number | null;
}

/** A filter of deliveries to an endpoint; undefined members do not narrow it. */
export interface Window {
  readonly endpointId: string;
  /** Created at this time or later. */
  readonly from: Date | undefined;
  /** Created before this time. */
  readonly to: Date | undefined;
}

/** Which part of an endpoint's log is read. */
export interface LogPart extends Window {
  readonly limit: number;
  /** Only deliveries older than this one. */
  readonly cursor: string | undefined;
  readonly event: string | undefined;
  readonly status: DeliveryStatus | undefined;
}

/** Up to `limit` deliveries to an endpoint, newest first. */
export async function findDeliveries(
  ctx: Context,
  { endpointId, limit, cursor, event, status, from, to }: LogPart,
): Promise<readonly LoggedDelivery[]> {
  const rows = await logged(ctx)
    .where('delivery.webhook_endpoint_id', '=', endpointId)
    .$if(cursor !== undefined, (query) => query.where('delivery.id', '<', cursor ?? ''))
    .$if(event !== undefined, (query) => query.where('delivery.event_type', '=', event ?? ''))
    .$if(status !== undefined, (query) => query.where('delivery.status', '=', status ?? ''))
    .$if(from !== undefined, (query) => query.where('delivery.created_at', '>=', from ?? NEVER))
    .$if(to !== undefined, (query) => query.where('delivery.created_at', '<', to ?? NEVER))
    .orderBy('delivery.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(shown);
}

/** One delivery with its body, or nothing. */
export async function findDelivery(
  ctx: Context,
  id: string,
): Promise<(LoggedDelivery & { readonly body: string }) | undefined> {
  const row = await logged(ctx)
    .leftJoin('webhook_body as shared', (join) =>
      join
        .onRef('shared.event_id', '=', 'delivery.event_id')
        .on(sql<boolean>`delivery.event_type = any (shared.event_types)`),
    )
    .leftJoin('webhook_delivery_body as own', (join) =>
      join.on(
        'own.webhook_delivery_id',
        '=',
        sql<string>`coalesce(delivery.replay_of, delivery.id)`,
      ),
    )
    .select(
      sql<string | null>`coalesce(
        shared.text_before_type || delivery.event_type || shared.text_after_type, own.body)`.as(
        'body',
      ),
    )
    .where('delivery.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { body } = row;
  invariant(body !== null, `delivery ${id} has a body`);
  return { ...shown(row), body };
}

/** The attempts of a delivery, the first one first. */
export async function findAttempts(ctx: Context, deliveryId: string) {
  return await ctx.db
    .selectFrom('webhook_attempt')
    .select([
      'retry_count as retryCount',
      'started_at as startedAt',
      'duration_ms as durationMs',
      'response_status as responseStatus',
      'failure',
      'response_excerpt as responseExcerpt',
    ])
    .where('webhook_delivery_id', '=', deliveryId)
    .orderBy('retry_count')
    .execute();
}

/**
 * Up to `limit` deliveries of some statuses that nothing has reported again since, oldest first: one
 * that was replayed is represented by its last replay.
 */
export async function findReplayable(
  ctx: Context,
  input: Window & { readonly statuses: readonly DeliveryStatus[]; readonly limit: number },
): Promise<readonly string[]> {
  const { from, to } = input;
  const rows = await ctx.db
    .selectFrom('webhook_delivery as delivery')
    .select('delivery.id')
    .where('delivery.webhook_endpoint_id', '=', input.endpointId)
    .where('delivery.status', 'in', [...input.statuses])
    .$if(from !== undefined, (query) => query.where('delivery.created_at', '>=', from ?? NEVER))
    .$if(to !== undefined, (query) => query.where('delivery.created_at', '<', to ?? NEVER))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_delivery as later')
            .select('later.id')
            .where('later.replay_of', '=', sql<string>`coalesce(delivery.replay_of, delivery.id)`)
            .whereRef('later.id', '>', 'delivery.id'),
        ),
      ),
    )
    .orderBy('delivery.id')
    .limit(input.limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many deliveries wait at an endpoint, counted up to a limit. */
export async function countPending(
  ctx: Context,
  endpointId: string,
  limit: number,
): Promise<number> {
  const waiting = ctx.db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('webhook_endpoint_id', '=', endpointId)
    .where('status', '=', 'pending')
    .limit(limit);
  const { count } = await ctx.db
    .selectFrom(waiting.as('waiting'))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Makes replays that are due at once, in this order, wakes deliverers, and returns how many
 * it made: none of a delivery that was pruned in between.
 */
export async function insertReplays(
  ctx: Context,
  replays: readonly { readonly id: string; readonly of: string }[],
): Promise<number> {
  const now = ctx.now();
  const { rows } = await sql<{ count: number }>`
    with kept as (
      select replay.id as replay_id, first.*
      from json_to_recordset(${JSON.stringify(replays)}::json) as replay (id text, "of" text)
      join webhook_delivery first on first.id = replay."of"
      for key share of first
    ), added as (
      insert into webhook_delivery (id, account_id, event_id, webhook_endpoint_id, event_type,
        is_test, replay_of, status, due_at, created_at)
      select replay_id, account_id, event_id, webhook_endpoint_id, event_type, is_test,
        coalesce(replay_of, id), 'pending', ${now}::timestamptz, ${now}::timestamptz
      from kept
      returning id
    )
    select (select count(*) from added)::integer as count,
      pg_notify(${DELIVERY_CHANNEL}, '')`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

/** For a condition that is not there; nothing was created then. */
const NEVER = new Date(0);

function logged(ctx: Context) {
  return ctx.db
    .selectFrom('webhook_delivery as delivery')
    .leftJoin('webhook_attempt as attempt', (join) =>
      join
        .onRef('attempt.webhook_delivery_id', '=', 'delivery.id')
        .on('attempt.retry_count', '=', sql<number>`delivery.attempts - 1`),
    )
    .select([
      'delivery.id',
      'delivery.webhook_endpoint_id as endpointId',
      'delivery.event_type as eventType',
      'delivery.status',
      'delivery.attempts',
      'delivery.created_at as createdAt',
      'delivery.finished_at as finishedAt',
      'delivery.is_test as isTest',
      'delivery.replay_of as replayOf',
      'attempt.response_status as lastResponseStatus',
      'attempt.duration_ms as lastDurationMs',
    ]);
}

function shown<Row extends { readonly status: string }>(row: Row) {
  const { status } = row;
  invariant(isDeliveryStatus(status), `no delivery stands at ${status}`);
  return { ...row, status };
}
