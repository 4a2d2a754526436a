import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { StoredPayload } from '#modules/events/index.ts';
import { type DeliveryStatus, isDeliveryStatus } from '../model/status.ts';

/** The links that a request of an account is or was in; undefined where the account has no such request. */
export async function findTokensOfRequest(
  ctx: Context,
  { accountId, requestId }: { readonly accountId: string; readonly requestId: string },
): Promise<readonly string[] | undefined> {
  const { rows } = await sql<{ tokens: string[] }>`
    select array(
      select item.secure_payment_token from secure_payment_item item where item.request_id = request.id
    ) as tokens
    from request_summary request
    where request.request_id = ${requestId} and request.account_id = ${accountId}
      and request.origin_form <> 'fee'`.execute(ctx.db);
  return rows[0]?.tokens;
}

/** What is known of one request. */
interface AboutRequest {
  readonly accountId: string;
  readonly requestId: string;
  /** Of the links that it is or was in. */
  readonly tokens: readonly string[];
}

/** An event as it was recorded. */
interface FoundEvent extends StoredPayload {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
}

/** Up to `limit` events about a request or its links, oldest first. */
export async function findEventsAbout(
  ctx: Context,
  { accountId, requestId, tokens }: AboutRequest,
  limit: number,
): Promise<readonly FoundEvent[]> {
  const { rows } = await sql<FoundEvent>`
    select about.id, about.type, about.payload, about.customer_info as "customerInfo",
      about.created_at as "createdAt"
    from recorded_event about
    where about.id in (
      select linked.id from recorded_event linked
      where linked.account_id = ${accountId}
        and linked.secure_payment_token = any (${[...tokens]}::text[])
      union
      select named.event_id from event_of_request named
      where named.account_id = ${accountId} and named.request_id = ${requestId}
    )
    order by about.id limit ${limit}`.execute(ctx.db);
  return rows;
}

/** A delivery of an event to an endpoint of the account. */
export interface DeliveryOfEvent {
  readonly id: string;
  readonly eventId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  readonly replayOf: string | null;
  readonly createdAt: Date;
}

/** Up to `limit` deliveries of events to endpoints of their account, a partner's left out, oldest first. */
export async function findDeliveriesOfEvents(
  ctx: Context,
  asked: { readonly accountId: string; readonly eventIds: readonly string[] },
  limit: number,
): Promise<readonly DeliveryOfEvent[]> {
  const { rows } = await sql<Omit<DeliveryOfEvent, 'status'> & { status: string }>`
    with first as (
      select delivery.id from webhook_delivery delivery
      where delivery.event_id = any (${[...asked.eventIds]}::text[])
        and delivery.replay_of is null and not delivery.is_test
    )
    select delivery.id, delivery.event_id as "eventId", delivery.webhook_endpoint_id as "endpointId",
      endpoint.url, delivery.event_type as "eventType", delivery.status,
      delivery.replay_of as "replayOf", delivery.created_at as "createdAt"
    from webhook_delivery delivery
    join webhook_endpoint endpoint on endpoint.id = delivery.webhook_endpoint_id
    where delivery.id in (
        select id from first
        union all
        select again.id from first join webhook_delivery again on again.replay_of = first.id)
      and endpoint.account_id = ${asked.accountId} and endpoint.orchestrator_id is null
      and delivery.event_id is not null
    order by delivery.id limit ${limit}`.execute(ctx.db);
  return rows.map(({ status, ...row }) => {
    invariant(isDeliveryStatus(status), `no delivery may be "${status}"`);
    return { ...row, status };
  });
}

/** The attempts of deliveries, the first one first. */
export async function findAttemptsOf(ctx: Context, deliveryIds: readonly string[]) {
  if (deliveryIds.length === 0) return [];
  return await ctx.db
    .selectFrom('webhook_attempt')
    .select([
      'webhook_delivery_id as deliveryId',
      'retry_count as retryCount',
      'started_at as startedAt',
      'duration_ms as durationMs',
      'response_status as responseStatus',
      'failure',
    ])
    .where('webhook_delivery_id', 'in', [...deliveryIds])
    .orderBy('webhook_delivery_id')
    .orderBy('retry_count')
    .execute();
}
