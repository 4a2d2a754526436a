import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { isEventType } from '#modules/events/index.ts';
import type { DueCondition } from '#platform/sweep.ts';
import type { Addressed } from '../model/recipients.ts';
import type { SharedBody } from '../model/shared-bodies.ts';
import type { RecordedEvent } from '../model/variants.ts';
import { type ClaimedDelivery, DELIVERY_CHANNEL } from './deliveries.ts';
import { type FoundReceiver, RECEIVERS, type ReceiversRow, readReceivers } from './receivers.ts';
import {
  SIGNING_COLUMNS,
  type SigningColumns,
  type SigningSecrets,
  secretsOf,
} from './signing-secrets.ts';

/** An event that waits to be fanned out. */
export interface QueuedEvent extends RecordedEvent, Addressed {
  readonly id: string;
}

/** Whether an event waits. */
export const isEventWaiting = (): DueCondition => sql`(
  select true from outbox order by event_id limit 1)`;

/**
 * Up to `limit` events that wait, oldest first and without those of `except`, with the endpoints of their accounts and
 * partners. Nothing is locked: who reads the same events may come to nothing in `fillDeliveries`.
 */
export async function findWaiting(
  ctx: Context,
  { limit, except }: { readonly limit: number; readonly except: readonly string[] },
): Promise<{
  readonly events: readonly QueuedEvent[];
  readonly receivers: readonly FoundReceiver[];
}> {
  const { rows } = await sql<WaitingRow>`
    with oldest as materialized (
      select event_id from outbox where event_id <> all (${except}::text[])
      order by event_id limit ${limit}
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
  /** Where the first attempt is made by this process: when it counts as lost. */
  readonly leaseUntil?: Date;
}

/** A delivery that was stored with a lease, and what its attempt needs besides its body. */
export type LeasedDelivery = Pick<
  ClaimedDelivery,
  'id' | 'endpointId' | 'url' | 'secret' | 'oldSecrets' | 'eventType' | 'createdAt'
>;

/** What the deliveries of an event with one of its types are sent. */
export interface NewBody extends SharedBody {
  readonly eventId: string;
  /** The bodies of an event are counted. */
  readonly number: number;
}

/**
 * Replaces events of the outbox by their deliveries, wakes deliverers for those that are due at once, and
 * returns how many events those were, and the deliveries that this process has to attempt. One statement: an event is
 * removed exactly when its deliveries are added, and those that another process is replacing, or has replaced, are
 * skipped.
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
): Promise<{ readonly events: number; readonly leased: readonly LeasedDelivery[] }> {
  const now = ctx.now();
  const endpointIds = [...new Set(deliveries.map(({ endpointId }) => endpointId))];
  const { rows } = await sql<FilledRow>`
    with traded as materialized (
      select event_id from outbox where event_id = any (${eventIds}::text[])
      order by event_id for update skip locked
    ), removed as (
      delete from outbox where event_id in (select event_id from traded)
    ), receiver as materialized (
      select id, account_id, is_active, url, ${SIGNING_COLUMNS} from webhook_endpoint
      where id = any (${endpointIds}::text[]) and removed_at is null
      order by id for key share
    ), delivery as materialized (
      select delivery.*, account_id, is_active
      from json_to_recordset(${JSON.stringify(deliveries)}::json) as delivery (id text,
          "eventId" text, "endpointId" text, type text, "leaseUntil" timestamptz)
        join traded on traded.event_id = delivery."eventId"
        join receiver on receiver.id = delivery."endpointId"
    ), added as (
      insert into webhook_delivery (id, account_id, event_id, webhook_endpoint_id, event_type,
        status, due_at, created_at, finished_at)
      select id, account_id, "eventId", "endpointId", type,
        case when is_active then 'pending' else 'skipped' end,
        case when is_active then coalesce("leaseUntil", ${now}::timestamptz) else ${now}::timestamptz end,
        ${now}::timestamptz, case when not is_active then ${now}::timestamptz end
      from delivery
    ), stored as (
      insert into webhook_event_body (event_id, number, event_types, text_before_type, copied_from,
        copied_length, text_at_end)
      select "eventId", number, types, "textBeforeType", "copiedFrom", "copiedLength", "textAtEnd"
      from json_to_recordset(${JSON.stringify(bodies)}::json) as body ("eventId" text,
        number smallint, types text[], "textBeforeType" text, "copiedFrom" integer,
        "copiedLength" integer, "textAtEnd" text)
      where "eventId" in (select "eventId" from delivery)
    ), filled as materialized (
      select (select count(*) from traded)::integer as traded,
        case when exists (select from delivery where is_active and "leaseUntil" is null)
          then pg_notify(${DELIVERY_CHANNEL}, '') end
    )
    select traded, leased.* from filled left join (
      select delivery.id, "endpointId" as endpoint_id, type, receiver.url, ${SIGNING_COLUMNS}
      from delivery join receiver on receiver.id = "endpointId"
      where receiver.is_active and "leaseUntil" is not null
    ) leased on true
    order by leased.id`.execute(ctx.db);
  const secrets = new Map<string, SigningSecrets>();
  const leased = rows.flatMap(({ id, endpoint_id: endpointId, url, type, ...row }) => {
    if (id === null) return [];
    const ofEndpoint = secrets.get(endpointId) ?? secretsOf(row);
    secrets.set(endpointId, ofEndpoint);
    return [{ id, endpointId, url, ...ofEndpoint, eventType: type, createdAt: now }];
  });
  return { events: rows[0]?.traded ?? 0, leased };
}

/** The columns of a leased delivery are null in the only row where there is none. */
interface FilledRow extends SigningColumns {
  readonly traded: number;
  readonly id: string | null;
  readonly endpoint_id: string;
  readonly url: string;
  readonly type: string;
}
