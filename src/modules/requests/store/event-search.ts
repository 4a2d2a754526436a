import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import type { EventType, StoredPayload } from '#modules/events/index.ts';
import { called } from './payment-sets.ts';

/** Which events of an account are searched; all conditions that are set apply. */
export interface EventSearch {
  readonly accountId: string;
  readonly type?: EventType | undefined;
  readonly securePaymentToken?: string | undefined;
  /** Only events about these requests and their links. */
  readonly about?: EventSubjects | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Ids of events that no event of the period is outside of, as ids sort by creation. */
  readonly ids?: { readonly least?: string | undefined; readonly most?: string | undefined };
  /** Only events that are older than this one. */
  readonly before?: string | undefined;
}

/** Requests, and the links that they are or were in. */
export interface EventSubjects {
  readonly requestIds: readonly string[];
  readonly tokens: readonly string[];
}

/** How the requests are named whose events are searched. */
interface SubjectNames {
  readonly accountId: string;
  readonly requestId: string | undefined;
  readonly reference: string | undefined;
}

/** Up to `limit` of the newest requests of an account with this id or reference, with their links. */
export async function findSubjects(
  ctx: Context,
  { accountId, requestId, reference }: SubjectNames,
  limit: number,
): Promise<EventSubjects> {
  const conditions = [
    sql`request.account_id = ${accountId}`,
    sql`request.origin_form <> 'fee'`,
    requestId !== undefined && sql`request.request_id = ${requestId}`,
    reference !== undefined && sql`request.id in (${called(accountId, reference)})`,
  ].filter((condition) => condition !== false);
  const { rows } = await sql<{ requestId: string; tokens: string[] }>`
    select request.request_id as "requestId", array(
      select asked.secure_payment_token from secure_payment_request asked
      where asked.request_id = request.id
    ) as tokens
    from request where ${sql.join(conditions, sql` and `)}
    order by request.id desc limit ${limit}`.execute(ctx.db);
  return {
    requestIds: rows.map((row) => row.requestId),
    tokens: [...new Set(rows.flatMap(({ tokens }) => tokens))],
  };
}

/** An event that meets a search. */
interface FoundEvent extends StoredPayload {
  readonly id: string;
  readonly type: EventType;
  readonly createdAt: Date;
  readonly securePaymentToken: string | null;
  readonly requestId: string | null;
}

/** The request that the payload of an event names. */
const REQUEST_NAMED = sql`substring(event.payload::text from '"requestId":"(01[0-9a-f]{64})"')`;

/** Up to `limit` events that meet a search, newest first, each with its request or the first one of its link. */
export async function findEvents(
  ctx: Context,
  search: EventSearch,
  limit: number,
): Promise<readonly FoundEvent[]> {
  const { rows } = await sql<FoundEvent>`
    select event.id, event.type, event.payload, event.customer_info as "customerInfo",
      event.created_at as "createdAt", event.secure_payment_token as "securePaymentToken",
      coalesce(${REQUEST_NAMED}, (
        select request.request_id from secure_payment_request asked
        join request on request.id = asked.request_id
        where asked.secure_payment_token = event.secure_payment_token
          and request.account_id = event.account_id
        order by asked.position limit 1
      )) as "requestId"
    from recorded_event event where ${sql.join(conditionsOf(search), sql` and `)}
    order by event.id desc limit ${limit}`.execute(ctx.db);
  return rows;
}

function conditionsOf(search: EventSearch) {
  const { accountId, type, securePaymentToken, about, from, to, ids, before } = search;
  return [
    sql`event.account_id = ${accountId}`,
    type !== undefined && sql`event.type = ${type}`,
    securePaymentToken !== undefined && sql`event.secure_payment_token = ${securePaymentToken}`,
    about !== undefined && isAbout(accountId, about),
    from !== undefined && sql`event.created_at >= ${from}`,
    to !== undefined && sql`event.created_at <= ${to}`,
    ids?.least !== undefined && sql`event.id >= ${ids.least}`,
    ids?.most !== undefined && sql`event.id <= ${ids.most}`,
    before !== undefined && sql`event.id < ${before}`,
  ].filter((condition) => condition !== false);
}

/** An event of a link that names other requests is not about these; one that names none is about all of its link. */
function isAbout(accountId: string, { requestIds, tokens }: EventSubjects): RawBuilder<unknown> {
  const named = sql`${[...requestIds]}::text[]`;
  return sql`
    event.id in (
      select linked.id from recorded_event linked
      where linked.account_id = ${accountId}
        and linked.secure_payment_token = any (${[...tokens]}::text[])
        and (linked.payload::text !~ '"requestIds?":' or exists (
          select from unnest(${named}) one (id)
          where position('"' || one.id || '"' in linked.payload::text) > 0))
      union
      select direct.event_id from event_of_request direct
      where direct.account_id = ${accountId} and direct.request_id = any (${named})
    )`;
}
