import { sql } from 'kysely';
import type { Context } from '#context.ts';
import type { JourneyEventInput } from './model/journey-event.ts';

/** A journey as it was made. */
export interface Journey {
  readonly id: string;
  /** The public id of the request that it is of; null without one. */
  readonly requestId: string | null;
  readonly createdAt: Date;
}

/** An event as it was written down. */
export interface JourneyEvent {
  readonly id: string;
  readonly journeyId: string;
  readonly processorId: string;
  readonly status: string;
  readonly amount: string;
  readonly currency: string | null;
  readonly txReference: string | null;
  readonly processedAt: Date;
  readonly rawPayload: unknown;
}

/** Adds a journey of an account. */
export async function insertJourney(
  ctx: Context,
  { id, requestId, createdAt, accountId }: Journey & { readonly accountId: string },
): Promise<void> {
  const row = { id, account_id: accountId, request_id: requestId, created_at: createdAt };
  await ctx.db.insertInto('journey').values(row).execute();
}

/** Whether a request is one of an account's. */
export async function isOwnRequest(
  ctx: Context,
  { accountId, requestId }: { readonly accountId: string; readonly requestId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from request_summary
    where request_id = ${requestId} and account_id = ${accountId}`.execute(ctx.db);
  return rows.length > 0;
}

/** Journeys that an account made, or that an event named it in. */
const readableBy = (accountId: string) => sql`(
  journey.account_id = ${accountId}
  or exists (select 1 from journey_event as named
    where named.journey_id = journey.id and named.next_processor_id = ${accountId}))`;

/** A journey that an account may read, by its id. */
export async function findJourney(
  ctx: Context,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): Promise<Journey | undefined> {
  const { rows } = await sql<Journey>`
    select id, request_id as "requestId", created_at as "createdAt" from journey
    where id = ${id} and ${readableBy(accountId)}`.execute(ctx.db);
  return rows[0];
}

/**
 * The ids of up to two journeys that have an event of this transaction: of those that the account made, else of those where it wrote such
 * an event itself, else of those that it may read. So nobody takes a reference from it by writing the same.
 */
export async function findJourneysOfTransaction(
  ctx: Context,
  { txReference, accountId }: { readonly txReference: string; readonly accountId: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select journey.id, rank() over (order by min(case
        when journey.account_id = ${accountId} then 0
        when journey_event.processor_id = ${accountId} then 1 else 2 end)) as place
      from journey_event join journey on journey.id = journey_event.journey_id
      where journey_event.tx_reference = ${txReference} and ${readableBy(accountId)}
      group by journey.id) found
    where place = 1 limit 2`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Lets one caller at a time write in a journey until its transaction ends; returns how many events it has. */
export async function lockJourney(ctx: Context, id: string): Promise<number> {
  await sql`select 1 from journey where id = ${id} for update`.execute(ctx.db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from journey_event where journey_id = ${id}`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

/** The event that this account has written with this content. */
export async function findSameEvent(
  ctx: Context,
  same: { readonly journeyId: string; readonly processorId: string; readonly contentHash: Buffer },
): Promise<JourneyEvent | undefined> {
  const row = await eventsOf(ctx)
    .where('journey_id', '=', same.journeyId)
    .where('processor_id', '=', same.processorId)
    .where('content_hash', '=', same.contentHash)
    .executeTakeFirst();
  return row && eventFrom(row);
}

/** Adds an event. */
export async function insertJourneyEvent(
  ctx: Context,
  event: Pick<JourneyEvent, 'id' | 'journeyId' | 'processorId'> & {
    readonly input: JourneyEventInput;
    readonly contentHash: Buffer;
    readonly createdAt: Date;
  },
): Promise<void> {
  const { id, journeyId, processorId, contentHash, createdAt, input } = event;
  const payload = input.rawPayload === undefined ? null : JSON.stringify(input.rawPayload);
  const { currency = null, txReference = null, nextProcessorId = null } = input;
  await ctx.db
    .insertInto('journey_event')
    .values({
      id,
      journey_id: journeyId,
      processor_id: processorId,
      status: input.status,
      amount: input.amount,
      currency,
      tx_reference: txReference,
      processed_at: input.processedAt,
      raw_payload: payload,
      next_processor_id: nextProcessorId,
      content_hash: contentHash,
      created_at: createdAt,
    })
    .execute();
}

/** The events of a journey in the order in which they happened; of the same moment, in the order of their ids. */
export async function findEvents(ctx: Context, journeyId: string): Promise<JourneyEvent[]> {
  const rows = await eventsOf(ctx)
    .where('journey_id', '=', journeyId)
    .orderBy('processed_at')
    .orderBy('id')
    .execute();
  return rows.map(eventFrom);
}

const eventFrom = ({
  rawPayload,
  ...row
}: Omit<JourneyEvent, 'rawPayload'> & { readonly rawPayload: string | null }): JourneyEvent => ({
  ...row,
  rawPayload: rawPayload === null ? null : JSON.parse(rawPayload),
});

const eventsOf = (ctx: Context) =>
  ctx.db
    .selectFrom('journey_event')
    .select([
      'id',
      'journey_id as journeyId',
      'processor_id as processorId',
      'status',
      'amount',
      'currency',
      'tx_reference as txReference',
      'processed_at as processedAt',
      'raw_payload as rawPayload',
    ]);
