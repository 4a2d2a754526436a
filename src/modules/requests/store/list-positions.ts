import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { lowestUlid } from '#kit/ulid.ts';
import type { Database } from '#platform/db/database.ts';

/** How many rows are between two positions that are kept. A list with fewer is counted each time. */
const STEP = 500;
/** So many rows behind the last kept position are counted before the next ones are kept. */
const UNKEPT_MAX = 2n * BigInt(STEP);
/** So many rows are counted by one statement, so that the first count of a list of millions takes many of them and none takes long. */
const COUNTED_AT_ONCE = 100 * STEP;
/** The first count of a list reads all of it, once for ever: ten million rows in less than this. */
const FIRST_TIMEOUT_MS = 300_000;
/** No transaction is open for so long, so that no row comes before one of this age; the clocks of processes are closer. */
const SETTLED_MS = 3_600_000;

/**
 * A list of an account to which most rows are added at its end. What is added elsewhere, or leaves it, removes the positions
 * behind: triggers of the tables do that (migration 0071), by the beginning of the name.
 */
export interface GrowingList {
  readonly accountId: string;
  /** What it holds, and by what it is filtered; another list of the account has another name. */
  readonly name: `requests${string}` | `payments${string}`;
  /** A query of what the rows are ordered by, which an index returns in their order. */
  readonly rows: RawBuilder<unknown>;
  /** The same, written for reading all of them. */
  readonly allRows: RawBuilder<unknown>;
  readonly order: ListOrder;
}

/** A place in a list as a text, `''` before all, and how rows called `listed` are compared with it. */
interface ListOrder {
  readonly oldestFirst: RawBuilder<unknown>;
  readonly newestFirst: RawBuilder<unknown>;
  /** The place of a row. */
  readonly place: RawBuilder<string>;
  isBehind(place: string): RawBuilder<boolean>;
  /** Whether it is at a place or before it. */
  isUpTo(place: string): RawBuilder<boolean>;
  isBefore(time: Date): RawBuilder<boolean>;
}

/** Requests, whose ids sort by creation. */
export const BY_ID: ListOrder = {
  oldestFirst: sql`listed.id`,
  newestFirst: sql`listed.id desc`,
  place: sql<string>`listed.id`,
  isBehind: (place) => sql`listed.id > ${place}`,
  isUpTo: (place) => sql`listed.id <= ${place}`,
  isBefore: (time) => sql`listed.id < ${lowestUlid(time)}`,
};

/** Payments, by the times of their blocks. */
export const BY_RECEIPT: ListOrder = {
  oldestFirst: sql`listed.received_at, listed.id`,
  newestFirst: sql`listed.received_at desc, listed.id desc`,
  place: sql<string>`to_char(listed.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || ' ' || listed.id`,
  isBehind: (place) => sql`(listed.received_at, listed.id) > (${timeAndId(place)})`,
  isUpTo: (place) => sql`(listed.received_at, listed.id) <= (${timeAndId(place)})`,
  // By the database's clock too, by which its triggers know what comes late.
  isBefore: (time) =>
    sql`listed.received_at < least(${time}::timestamptz, now() - interval '1 hour')`,
};

function timeAndId(place: string): RawBuilder<unknown> {
  const [time, id = ''] = place.split(' ');
  return sql`${time === '' ? '-infinity' : time}::timestamptz, ${id}`;
}

/** The place behind all payments of a time. */
export const behindTime = (time: Date) => `${isoTime(time)} z`;
/** The place before all payments of a time. */
export const beforeTime = (time: Date) => `${isoTime(time)} `;

/**
 * How many rows of a list there are up to a place, or in all, exactly. Counts those behind the last position kept before it, and keeps
 * more positions once there are many, so that only the first counts of a large list read all of it.
 */
export async function countList(ctx: Context, list: GrowingList, upTo?: string): Promise<number> {
  const settledAt = new Date(ctx.now().getTime() - SETTLED_MS);
  let from = await lastKept(ctx.db, list, upTo);
  if (from.place === '') return await countFirst(ctx, list, { upTo, settledAt });
  for (;;) {
    const { more, settled, last } = await countBehind(ctx, list, {
      place: from.place,
      upTo,
      settledAt,
    });
    if (settled > UNKEPT_MAX) await keepPositions(ctx, list, settledAt);
    const position = from.position + more;
    if (last === null) return Number(position);
    from = { position, place: last };
  }
}

/** Up to which place rows are counted, if not to the end, and those of which time may be kept. */
interface CountedPart {
  readonly upTo: string | undefined;
  readonly settledAt: Date;
}

/** Counts a list of which no positions are kept, which a large one has only once. */
async function countFirst(
  ctx: Context,
  list: GrowingList,
  { upTo, settledAt }: CountedPart,
): Promise<number> {
  const count = async (db: Database) => {
    const { rows } = await sql<{ settled: bigint; more: bigint }>`
      select count(*) as more, count(*) filter (where ${list.order.isBefore(settledAt)}) as settled
      from (${list.allRows}) listed
      where ${upTo === undefined ? sql`true` : list.order.isUpTo(upTo)}`.execute(db);
    return rows[0] ?? { more: 0n, settled: 0n };
  };
  const { more, settled } = ctx.db.isTransaction
    ? await count(ctx.db)
    : await ctx.db.transaction().execute(async (trx) => {
        await sql`set local statement_timeout = ${sql.lit(FIRST_TIMEOUT_MS)}`.execute(trx);
        return await count(trx);
      });
  if (settled > UNKEPT_MAX) await keepPositions(ctx, list, settledAt);
  return Number(more);
}

/** How many rows there are behind a place, and where those behind them begin; null where there are none. */
async function countBehind(
  ctx: Context,
  { rows: all, order }: GrowingList,
  { place, upTo, settledAt }: CountedPart & { readonly place: string },
) {
  const { rows } = await sql<{ settled: bigint; more: bigint; last: string | null }>`
    select count(*) as more, count(*) filter (where is_settled) as settled,
      max(place) filter (where number = ${COUNTED_AT_ONCE}) as last
    from (
      select ${order.place} as place, ${order.isBefore(settledAt)} as is_settled,
        row_number() over (order by ${order.oldestFirst}) as number
      from (${all}) listed
      where ${order.isBehind(place)}
        ${upTo === undefined ? sql`` : sql`and ${order.isUpTo(upTo)}`}
      order by ${order.oldestFirst} limit ${COUNTED_AT_ONCE}
    ) numbered`.execute(ctx.db);
  return rows[0] ?? { more: 0n, settled: 0n, last: null };
}

/**
 * The last position that is kept, up to a place. It is read by a statement of its own and becomes a parameter, as PostgreSQL would
 * otherwise expect a third of the list behind it, and plan for that.
 */
async function lastKept(db: Database, { accountId, name }: GrowingList, upTo?: string) {
  const { rows } = await sql<{ position: bigint; place: string }>`
    select position, row_id as place from list_position
    where account_id = ${accountId} and list = ${name}
      ${upTo === undefined ? sql`` : sql`and row_id collate "C" <= ${upTo}`}
    order by position desc limit 1`.execute(db);
  return rows[0] ?? { position: 0n, place: '' };
}

/** How many rows a query has. */
export async function countRows(ctx: Context, rows: RawBuilder<unknown>): Promise<number> {
  const query = sql<{ total: bigint }>`select count(*) as total from (${rows}) matching`;
  const counted = (await query.execute(ctx.db)).rows[0];
  return Number(counted?.total ?? 0n);
}

/**
 * Where to begin to read a list from its newest row back: at which place, if not the newest, and how many rows are
 * left out from there. `position` is that of the first row of the page, counted from the oldest, which is 1; `max` is that of the newest row
 * that is read at all.
 */
export async function startOfPage(
  ctx: Context,
  list: Pick<GrowingList, 'accountId' | 'name'>,
  { position, max }: { readonly position: number; readonly max: number },
): Promise<{ readonly from: string; readonly offset: number } | undefined> {
  const { rows } = await sql<{ position: bigint; from: string }>`
    select position, row_id as "from" from list_position
    where account_id = ${list.accountId} and list = ${list.name}
      and position between ${position} and ${max}
    order by position limit 1`.execute(ctx.db);
  const kept = rows[0];
  return kept && { from: kept.from, offset: Number(kept.position) - position };
}

/**
 * Does nothing while a transaction changes what is in a list of the account, or another one keeps positions: the next reader will.
 * Nor does it within the caller's own transaction, which may have changed something.
 */
async function keepPositions(ctx: Context, list: GrowingList, settledAt: Date): Promise<void> {
  if (ctx.db.isTransaction) return;
  const { accountId, name, order } = list;
  await ctx.db.transaction().execute(async (trx) => {
    const lock = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`list positions of ${accountId}`}, 0))
        as locked`.execute(trx);
    if (lock.rows[0]?.locked !== true) return;
    await sql`set local statement_timeout = ${sql.lit(FIRST_TIMEOUT_MS)}`.execute(trx);
    const kept = await lastKept(trx, list);
    await sql`
      insert into list_position (account_id, list, position, row_id)
      select ${accountId}, ${name}, numbered.position, numbered.place from (
        select ${order.place} as place,
          ${kept.position}::bigint + row_number() over (order by ${order.oldestFirst}) as position
        from (${kept.place === '' ? list.allRows : list.rows}) listed
        where ${order.isBehind(kept.place)} and ${order.isBefore(settledAt)}
        order by ${order.oldestFirst}
        ${kept.place === '' ? sql`` : sql`limit ${COUNTED_AT_ONCE}`}
      ) numbered
      where numbered.position % ${STEP} = 0`.execute(trx);
  });
}
