import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { insertRows } from '#platform/db/insert-rows.ts';
import { RecurrenceFrequency, type RecurrencePlan } from '../model/recurrence.ts';

/** What is stored of a request that comes again, to make the next ones as the call would be answered then. */
export interface NewRecurrence extends RecurrencePlan {
  /** The row of the request that comes again. */
  readonly requestRowId: string;
  readonly accountId: string;
  /** The call as a JSON text, without what is known of its customer. */
  readonly terms: string;
  readonly apiKeyId: string | null;
  readonly orchestratorKeyId: string | null;
  readonly dueAt: Date;
}

/** Whose next request is due: what made the first one, and what that one is. */
export interface DueRecurrence extends RecurrencePlan {
  readonly requestRowId: string;
  readonly accountId: string;
  /** A JSON text. */
  readonly terms: string;
  readonly apiKeyId: string | null;
  readonly orchestratorKeyId: string | null;
  readonly nextPeriod: number;
  readonly dueAt: Date;
  readonly requestId: string;
  readonly paymentReference: string;
  readonly createdBy: string | null;
  readonly reference: string | null;
  readonly origin: string | null;
  readonly clientIdId: string | null;
  /** The public `cli_...` text. */
  readonly clientId: string | null;
  readonly orchestratorId: string | null;
  /** As a JSON text; null where nothing is known, or no longer. */
  readonly customerInfo: string | null;
}

/** How a request comes again, as its owner sees it. */
export interface SeriesRow extends RecurrencePlan {
  /** The row of the request that comes again. */
  readonly requestRowId: string;
  /** Null while it is stopped. */
  readonly dueAt: Date | null;
  readonly stopReason: string | null;
}

/** Adds a recurrence to a request that was just written; period 1 is next. */
export async function insertRecurrence(ctx: Context, row: NewRecurrence): Promise<void> {
  await ctx.db
    .insertInto('request_recurrence')
    .values({
      request_id: row.requestRowId,
      account_id: row.accountId,
      start_at: row.startAt,
      frequency: row.frequency,
      terms: row.terms,
      api_key_id: row.apiKeyId,
      orchestrator_key_id: row.orchestratorKeyId,
      next_period: 1,
      due_at: row.dueAt,
      created_at: ctx.now(),
    })
    .execute();
}

/** Notes a request that was made for a period. */
export async function insertRecurringRequest(
  ctx: Context,
  made: { readonly requestRowId: string; readonly recurrenceId: string; readonly period: number },
): Promise<void> {
  const { requestRowId: request_id, recurrenceId: recurrence_id, period } = made;
  const columns = { request_id: 'text', recurrence_id: 'text', period: 'integer' } as const;
  const rows = [{ request_id, recurrence_id, period }];
  await insertRows({ into: 'recurring_request', columns, rows }).execute(ctx.db);
}

/** The recurrence that is due first and that nobody else works on, locked until the transaction ends. */
export async function claimDueRecurrence(
  ctx: Context,
  now: Date,
): Promise<DueRecurrence | undefined> {
  const { rows } = await sql<DueRow>`
    select recurrence.request_id as "requestRowId", recurrence.account_id as "accountId",
      recurrence.start_at as "startAt", recurrence.frequency, recurrence.terms,
      recurrence.api_key_id as "apiKeyId", recurrence.orchestrator_key_id as "orchestratorKeyId",
      recurrence.next_period as "nextPeriod", recurrence.due_at as "dueAt",
      request.request_id as "requestId", request.payment_reference as "paymentReference",
      request.created_by as "createdBy", request.reference, request.origin,
      request.client_id_id as "clientIdId", client_id.client_id as "clientId",
      request.orchestrator_id as "orchestratorId", person.customer_info::text as "customerInfo"
    from request_recurrence recurrence
    join request on request.id = recurrence.request_id
    left join client_id_summary client_id on client_id.id = request.client_id_id
    left join request_person person on person.request_id = request.id
    where recurrence.due_at <= ${now}
    order by recurrence.due_at, recurrence.request_id
    limit 1
    for no key update of recurrence skip locked`.execute(ctx.db);
  const [row] = rows;
  return row && { ...row, frequency: RecurrenceFrequency.parse(row.frequency) };
}

type DueRow = Omit<DueRecurrence, 'frequency'> & { readonly frequency: string };

/** Where a recurrence stands after one period was worked on. */
interface RecurrenceMove {
  readonly requestRowId: string;
  /** Null stops it. */
  readonly dueAt: Date | null;
  readonly nextPeriod?: number;
  readonly stopReason?: string;
}

/** Moves a recurrence that the transaction has locked. */
export async function moveRecurrence(ctx: Context, move: RecurrenceMove): Promise<void> {
  const { requestRowId, dueAt, nextPeriod, stopReason = null } = move;
  await ctx.db
    .updateTable('request_recurrence')
    .set({
      due_at: dueAt,
      stop_reason: stopReason,
      ...(nextPeriod !== undefined && { next_period: nextPeriod }),
    })
    .where('request_id', '=', requestRowId)
    .execute();
}

/** Puts off a recurrence that could not be worked on, unless something else was done to it since. */
export async function deferRecurrence(
  ctx: Context,
  { requestRowId, dueAt }: Pick<DueRecurrence, 'requestRowId' | 'dueAt'>,
  until: Date,
): Promise<void> {
  await ctx.db
    .updateTable('request_recurrence')
    .set({ due_at: until })
    .where('request_id', '=', requestRowId)
    .where('due_at', '=', dueAt)
    .execute();
}

/** How a request comes again, by the request that does or by one that was made of it. */
export async function findSeries(
  ctx: Context,
  requestRowId: string,
  { isLocked = false } = {},
): Promise<SeriesRow | undefined> {
  const { rows } = await sql<Omit<SeriesRow, 'frequency'> & { frequency: string }>`
    select request_id as "requestRowId", start_at as "startAt", frequency, due_at as "dueAt",
      stop_reason as "stopReason"
    from request_recurrence
    where request_id = coalesce(
      (select recurrence_id from recurring_request where request_id = ${requestRowId}), ${requestRowId})
    ${isLocked ? sql`for no key update` : sql``}`.execute(ctx.db);
  const [row] = rows;
  return row && { ...row, frequency: RecurrenceFrequency.parse(row.frequency) };
}

/** How many requests of an account come again; counted one call at a time until the transaction ends. */
export async function countRecurrences(ctx: Context, accountId: string): Promise<number> {
  const lock = `recurrences ${accountId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(ctx.db);
  const { count } = await ctx.db
    .selectFrom('request_recurrence')
    .select((query) => query.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
