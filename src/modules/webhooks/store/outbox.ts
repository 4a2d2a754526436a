import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { isEventType } from '#modules/events/index.ts';
import type { Addressed } from '../model/recipients.ts';
import type { SharedBody } from '../model/shared-bodies.ts';
import type { RecordedEvent } from '../model/variants.ts';
import { DELIVERY_CHANNEL } from './deliveries.ts';
import { type FoundReceiver, RECEIVERS, type ReceiversRow, readReceivers } from './receivers.ts';

/** An event that waits to be fanned out. */
export interface QueuedEvent extends RecordedEvent, Addressed {
  readonly id: string;
}

/**
 * Up to `limit` events that wait, oldest first, with the endpoints of their accounts and partners.
 * Nothing is locked: who reads the same events may come to nothing in `fillDeliveries`.
 */
export async function findWaiting(
  ctx: Context,
  limit: number,
): Promise<{
  readonly events: readonly QueuedEvent[];
  readonly receivers: readonly FoundReceiver[];
}> {
  const { rows } = await sql<WaitingRow>`
    with oldest as materialized (
      select event_id from outbox order by event_id limit ${limit}
    ), waiting as materialized (
      select event.*
      from oldest cross join lateral (
        select id, account_id, type, payload, secure_payment_token, client_id_id, orchestrator_id,
          origin, customer_info
        from recorded_event
        where id = oldest.event_id
        limit 1
      ) event
    )
    select waiting.*, case when row_number() over (order by id) = 1 then ${RECEIVERS} end as receivers
    from waiting order by id`.execute(ctx.db);
  const events = rows.map(({ id, type, payload, origin, ...row }) => {
    invariant(isEventType(type), `events of type ${type} are in the vocabulary`);
    return {
      id,
      type,
      payload,
      customerInfo: row.customer_info,
      origin,
      accountId: row.account_id,
      securePaymentToken: row.secure_payment_token,
      clientIdId: row.client_id_id,
      orchestratorId: row.orchestrator_id,
    };
  });
  return { events, receivers: readReceivers(rows[0]) };
}

interface WaitingRow extends ReceiversRow {
  readonly id: string;
  readonly account_id: string;
  readonly type: string;
  readonly payload: string;
  readonly secure_payment_token: string | null;
  readonly client_id_id: string | null;
  readonly orchestrator_id: string | null;
  readonly origin: string | null;
  /** JSON is read as its text. */
  readonly customer_info: string | null;
}

/** What is pending for an endpoint. */
export interface NewDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly endpointId: string;
  readonly type: string;
}

/** What the deliveries of an event with one of its types are sent. */
export interface NewBody extends SharedBody {
  readonly eventId: string;
  /** The bodies of an event are counted. */
  readonly number: number;
}

/**
 * Replaces events of the outbox by their deliveries, due at once, wakes deliverers, and
 * returns how many. One statement: an event is removed exactly when its deliveries are added, and
 * those that another process is replacing, or has replaced, are skipped.
 *
 * An endpoint that is off now gets its deliveries as skipped, and a removed one none; no
 * endpoint can be switched before this has ended.
 */
export async function fillDeliveries(
  ctx: Context,
  eventIds: readonly string[],
  {
    deliveries,
    bodies,
  }: { readonly deliveries: readonly NewDelivery[]; readonly bodies: readonly NewBody[] },
): Promise<number> {
  const now = ctx.now();
  const endpointIds = [...new Set(deliveries.map(({ endpointId }) => endpointId))];
  const { rows } = await sql<{ traded: number }>`
    with traded as materialized (
      select event_id from outbox where event_id = any (${eventIds}::text[])
      order by event_id for update skip locked
    ), removed as (
      delete from outbox where event_id in (select event_id from traded)
    ), receiver as materialized (
      select id, account_id, is_active from webhook_endpoint
      where id = any (${endpointIds}::text[]) and removed_at is null
      order by id for key share
    ), delivery as materialized (
      select delivery.*, account_id, is_active
      from json_to_recordset(${JSON.stringify(deliveries)}::json) as delivery (id text,
          "eventId" text, "endpointId" text, type text)
        join traded on traded.event_id = delivery."eventId"
        join receiver on receiver.id = delivery."endpointId"
    ), added as (
      insert into webhook_delivery (id, account_id, event_id, webhook_endpoint_id, event_type,
        status, due_at, created_at, finished_at)
      select id, account_id, "eventId", "endpointId", type,
        case when is_active then 'pending' else 'skipped' end, ${now}::timestamptz,
        ${now}::timestamptz, case when not is_active then ${now}::timestamptz end
      from delivery
      returning status
    ), stored as (
      insert into webhook_event_body (event_id, number, event_types, text_before_type, copied_from,
        copied_length, text_at_end)
      select "eventId", number, types, "textBeforeType", "copiedFrom", "copiedLength", "textAtEnd"
      from json_to_recordset(${JSON.stringify(bodies)}::json) as body ("eventId" text,
        number smallint, types text[], "textBeforeType" text, "copiedFrom" integer,
        "copiedLength" integer, "textAtEnd" text)
      where "eventId" in (select "eventId" from delivery)
    )
    select (select count(*) from traded)::integer as traded,
      case when exists (select from added where status = 'pending')
        then pg_notify(${DELIVERY_CHANNEL}, '') end`.execute(ctx.db);
  return rows[0]?.traded ?? 0;
}
