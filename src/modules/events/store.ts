import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { notifyLater } from '#platform/db/notify.ts';
import { FEED_START, type FeedPosition } from './model/feed-position.ts';
import type { StoredPayload } from './model/read-payload.ts';
import type { UserEvent } from './model/user-event-payload.ts';

/** The channel that the fan-out of webhooks listens on. */
export const OUTBOX_CHANNEL = 'florin_outbox';

/** Notified with the account of every event, for those who wait at the feed. */
export const FEED_CHANNEL = 'florin_feed';

interface NewEvent extends StoredPayload {
  readonly id: string;
  readonly accountId: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly securePaymentToken: string | null;
  readonly clientIdId: string | null;
  readonly orchestratorId: string | null;
  readonly origin: string | null;
  readonly createdAt: Date;
  readonly toFanOut: boolean;
  /** The event whose payload this one repeats; null where the payload is stored itself. */
  readonly repeats: string | null;
}

/** What an earlier event is found by. */
export interface EventKey {
  readonly accountId: string;
  readonly requestId: string;
  readonly txHash: string;
}

/** An event that others of its request and transaction may repeat. */
interface RepeatableEvent extends EventKey {
  readonly id: string;
  readonly payload: string;
}

/** Events of these types with one of these keys whose payloads are stored themselves. */
export async function findRepeatable(
  ctx: Context,
  keys: readonly EventKey[],
  types: readonly string[],
): Promise<readonly RepeatableEvent[]> {
  // By two look-ups, and the first by the request alone, so that it takes its index with any statistics.
  const { rows } = await sql<RepeatableEvent>`
    select key."accountId", key."requestId", key."txHash", earlier.id, earlier.payload
    from json_to_recordset(${JSON.stringify(keys)}::json)
      as key ("accountId" text, "requestId" text, "txHash" text)
    cross join lateral (
      select id from stored_event
      where substring(payload::text from '"requestId":"(01[0-9a-f]{64})"') = key."requestId"
      offset 0
    ) named
    cross join lateral (
      select id, payload::text as payload from stored_event
      where id = named.id and account_id = key."accountId" and repeats is null
        and type = any (${[...types]}::text[])
        and position('"txHash":"' || key."txHash" || '"' in payload::text) > 0
      offset 0
    ) earlier`.execute(ctx.db);
  return rows;
}

/**
 * Events and their outbox rows in one statement. The notification leaves at commit or after it, so a listener
 * that it wakes finds the rows.
 */
export async function insertEvents(ctx: Context, events: readonly NewEvent[]): Promise<void> {
  const rows = JSON.stringify(
    events.map((event) => ({
      id: event.id,
      account_id: event.accountId,
      type: event.type,
      schema_version: event.schemaVersion,
      secure_payment_token: event.securePaymentToken,
      client_id_id: event.clientIdId,
      orchestrator_id: event.orchestratorId,
      origin: event.origin,
      payload: event.payload,
      customer_info: event.customerInfo,
      created_at: event.createdAt,
      to_fan_out: event.toFanOut,
      repeats: event.repeats,
    })),
  );
  await sql`
    with draft as (
      select * from json_to_recordset(${rows}::json) as draft (
        id text, account_id text, type text, schema_version integer, secure_payment_token text,
        client_id_id text, orchestrator_id text, origin text, payload text, customer_info text,
        created_at timestamptz, to_fan_out boolean, repeats text)
    ), recorded as (
      insert into stored_event (id, account_id, type, schema_version, secure_payment_token,
        client_id_id, orchestrator_id, origin, payload, created_at, repeats)
      select id, account_id, type, schema_version, secure_payment_token, client_id_id,
        orchestrator_id, origin, payload::json, created_at, repeats from draft
    ), ${events.some((event) => event.customerInfo !== null) ? ADD_PEOPLE : sql``}queued as (
      insert into outbox (event_id) select id from draft where to_fan_out returning event_id
    )
    ${wakeLater(ctx, events) ? sql`select from draft limit 0` : WAKE_AT_COMMIT}`.execute(ctx.db);
}

/** Whether the fan-out and who waits at the feed are notified after the commit. */
function wakeLater({ db }: Context, events: readonly NewEvent[]): boolean {
  const toFanOut = events.some((event) => event.toFanOut);
  const isLater = !toFanOut || notifyLater(db, OUTBOX_CHANNEL);
  return events.every(({ accountId }) => notifyLater(db, FEED_CHANNEL, accountId)) && isLater;
}

const WAKE_AT_COMMIT = sql`
    (select pg_notify(${OUTBOX_CHANNEL}, '') from queued limit 1)
    union all
    (select pg_notify(${FEED_CHANNEL}, account_id) from (select distinct account_id from draft) notified)`;

/** Left out where there is no customer: an insert of no rows takes longer than one of a row. */
const ADD_PEOPLE = sql`person as (
      insert into event_person (event_id, customer_info)
      select id, customer_info::json from draft where customer_info is not null
    ), `;

/** Which part of an account's feed is read. */
interface FeedPart {
  readonly accountId: string;
  /** Behind this place, or behind all that is there. */
  readonly after: FeedPosition | 'now';
  /** Only these types; undefined is all. */
  readonly types: readonly string[] | undefined;
  readonly limit: number;
}

/** An event as it was recorded. */
interface FeedEvent extends StoredPayload {
  readonly id: string;
  readonly transactionId: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly securePaymentToken: string | null;
  readonly createdAt: Date;
}

/**
 * Up to `limit` events of an account in the order of their transactions, all of them below the
 * oldest transaction that still runs (the horizon): none can ever come between or before them.
 */
export async function findFeed(
  ctx: Context,
  { accountId, after, types, limit }: FeedPart,
): Promise<{ readonly events: readonly FeedEvent[]; readonly horizon: string }> {
  const { rows } = await sql<{ horizon: string } & Nullable<FeedEvent>>`
    with now as materialized (
      select feed_position(pg_snapshot_xmin(pg_current_snapshot())) as horizon
    )
    select now.horizon::text as "horizon", page.id as "id",
      page.transaction_id::text as "transactionId", page.type as "type",
      page.schema_version as "schemaVersion", page.secure_payment_token as "securePaymentToken",
      page.payload as "payload", person.customer_info as "customerInfo",
      page.created_at as "createdAt"
    from now left join lateral (
      select * from event
      where account_id = ${accountId}
        and (transaction_id, id) > (${positionOf(after).transactionId}::xid8, ${positionOf(after).eventId})
        and transaction_id < now.horizon and ${after !== 'now'}
        and (${types ?? null}::text[] is null or type = any(${types ?? null}::text[]))
      order by transaction_id, id limit ${limit}
    ) page on true
    left join event_person person on person.event_id = page.id
    order by page.transaction_id, page.id`.execute(ctx.db);
  const [{ horizon } = { horizon: undefined }] = rows;
  invariant(horizon !== undefined, 'there is always a horizon');
  return { horizon, events: rows.filter(isFound) };
}

/**
 * How far apart the epochs of the feed begin: 2^44, as many transactions as ten thousand a second make
 * in fifty years.
 */
const EPOCH_TRANSACTIONS = '17592186044416';

/** Begins a new epoch where the database's cluster is not the one of the present; returns whether. */
export async function beginFeedEpoch(ctx: Context): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update feed_epoch set system_identifier = cluster.system_identifier,
      position_offset = (position_offset / ${EPOCH_TRANSACTIONS}::bigint + 1) * ${EPOCH_TRANSACTIONS}::bigint
    from pg_control_system() cluster
    where feed_epoch.system_identifier <> cluster.system_identifier`.execute(ctx.db);
  return numAffectedRows === 1n;
}

type Nullable<Row> = { readonly [Name in keyof Row]: Row[Name] | null };

function positionOf(after: FeedPart['after']): FeedPosition {
  return after === 'now' ? FEED_START : after;
}

/** The left side alone stands for an empty page. */
function isFound<Row extends Nullable<FeedEvent>>(row: Row): row is Row & FeedEvent {
  return row.id !== null;
}

/** Whether a payer of a link has reported a step. At most as many events are read as a link may have. */
export async function hasUserEvent(
  ctx: Context,
  { accountId, securePaymentToken, userEvent }: ReportedStep,
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('event')
    .select('id')
    .where('account_id', '=', accountId)
    .where('secure_payment_token', '=', securePaymentToken)
    .where('type', '=', 'secure_payment.user_event')
    // Read from the text: functions of JSON refuse texts with a NUL in them, which an event may hold.
    .where(sql<string>`payload::text`, 'like', `%"userEvent":"${userEvent}"%`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A step of a payer of a link, of the account that the link is of. */
export interface ReportedStep {
  readonly accountId: string;
  readonly securePaymentToken: string;
  readonly userEvent: UserEvent;
}
