import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import { lowestUlid } from '#kit/ulid.ts';

/** How many rows are between two positions that are kept. A list with fewer is counted each time. */
const STEP = 100;
/** Of an account with no more rows nothing is kept, and so many rows behind the last kept position are counted before more are. */
const UNKEPT_MAX = 10n * BigInt(STEP);
/** The rows of a step are kept by their places where more rows of the account lie between them than a page may read. */
const READ_MAX = 4 * STEP;
/** So many rows are counted by one statement, so that the first count of a list of millions takes many of them and none takes long. */
const COUNTED_AT_ONCE = 500 * STEP;
/** The first count of a list reads all of it, once for ever: ten million rows in less than this. */
const FIRST_TIMEOUT_MS = 300_000;
/** No transaction is open for so long, so that no row comes before one of this age; the clocks of processes are closer. */
const SETTLED_MS = 3_600_000;
/** What is counted lies behind what is settled by no more than this, as everything else of the account is read from there on. */
const BEHIND_MAX_MS = 3_600_000;

/**
 * A list of an account to which most rows are added at its end. What is added elsewhere, or leaves it, removes the positions
 * behind: triggers of the tables do that (migrations 0071 and 0076), by the beginning of the name.
 */
export interface GrowingList {
  readonly accountId: string;
  /** What it holds, and by what it is filtered; another list of the account has another name. */
  readonly name: `requests${string}` | `payments${string}`;
  /** A query of what the rows are ordered by, which an index returns in their order. */
  readonly rows: RawBuilder<unknown>;
  /** The same, written for reading all of them. */
  readonly allRows: RawBuilder<unknown>;
  /** The same of all rows of the account, whatever list they are in. */
  readonly unfiltered: RawBuilder<unknown>;
  readonly order: ListOrder;
}

/** A place in a list as a text, `''` before all, and how rows called `listed` are compared with it. */
interface ListOrder {
  readonly oldestFirst: RawBuilder<unknown>;
  readonly newestFirst: RawBuilder<unknown>;
  /** The place of a row. */
  readonly place: RawBuilder<string>;
  /** The id of the row at a place. */
  idAt(place: string): string;
  /** The place behind all rows before a time. */
  before(time: Date): string;
  isBehind(place: Place): RawBuilder<boolean>;
  /** Whether it is at a place or before it. */
  isUpTo(place: Place): RawBuilder<boolean>;
}

type Place = string | RawBuilder<string>;

/** Requests, whose ids sort by creation. */
export const BY_ID: ListOrder = {
  oldestFirst: sql`listed.id`,
  newestFirst: sql`listed.id desc`,
  place: sql<string>`listed.id`,
  idAt: (place) => place,
  before: lowestUlid,
  isBehind: (place) => sql`listed.id > ${place}`,
  isUpTo: (place) => sql`listed.id <= ${place}`,
};

/** Payments, by the times of their blocks. */
export const BY_RECEIPT: ListOrder = {
  oldestFirst: sql`listed.received_at, listed.id`,
  newestFirst: sql`listed.received_at desc, listed.id desc`,
  place: sql<string>`to_char(listed.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || ' ' || listed.id`,
  idAt: (place) => place.slice(place.indexOf(' ') + 1),
  before: beforeTime,
  isBehind: (place) => sql`(listed.received_at, listed.id) > (${timeAndId(place)})`,
  isUpTo: (place) => sql`(listed.received_at, listed.id) <= (${timeAndId(place)})`,
};

function timeAndId(place: Place): RawBuilder<unknown> {
  if (typeof place !== 'string')
    return sql`coalesce(nullif(split_part(${place}, ' ', 1), ''), '-infinity')::timestamptz,
      split_part(${place}, ' ', 2)`;
  const [time, id = ''] = place.split(' ');
  return sql`${time === '' ? '-infinity' : time}::timestamptz, ${id}`;
}

/** The place behind all payments of a time. */
export const behindTime = (time: Date) => `${isoTime(time)} z`;
/** The place before all payments of a time. */
export function beforeTime(time: Date): string {
  return `${isoTime(time)} `;
}

/** How far a list is counted: so many rows are up to a place. */
interface Counted {
  readonly position: bigint;
  readonly place: string;
}

/**
 * How many rows of a list there are up to a place, or in all, exactly. Counts those behind the last position kept before it, and keeps
 * more positions once there are many, so that only the first count of a large list reads all of it.
 */
export async function countList(ctx: Context, list: GrowingList, upTo?: string): Promise<number> {
  let kept = await lastKept(ctx, list, upTo);
  if (kept.isNewest && kept.place === '' && !ctx.db.isTransaction) {
    const counted = await countFirst(ctx, list);
    if (upTo === undefined && counted.isWhole) return Number(counted.position);
    if (upTo === undefined) return await countFrom(ctx, list, { ...kept, ...counted });
    kept = await lastKept(ctx, list, upTo);
  }
  if (kept.within !== null) return Number(kept.within);
  return await countFrom(ctx, list, { ...kept, upTo });
}

/** From where on rows are counted, up to which place if not to the end, and those of which time may be kept. */
interface CountedPart extends Counted {
  readonly upTo?: string | undefined;
  readonly settledAt: Date;
  /** Whether no position is kept behind it. */
  readonly isNewest: boolean;
}

async function countFrom(ctx: Context, list: GrowingList, part: CountedPart): Promise<number> {
  const { upTo, settledAt, isNewest } = part;
  const leastCounted = list.order.before(new Date(settledAt.getTime() - BEHIND_MAX_MS));
  for (let { position, place } = part; ; ) {
    const { more, settled, last } = await countBehind(ctx, list, { place, upTo, settledAt });
    const isFarBehind = isNewest && part.place !== '' && place < leastCounted;
    if (settled > UNKEPT_MAX || isFarBehind) await keepMore(ctx, list);
    position += more;
    if (last === null) return Number(position);
    place = last;
  }
}

/**
 * Counts a list of which no positions are kept up to what is settled, and keeps its positions, which is done only once: who counts it at
 * the same time waits for that. In a small account it is counted as a whole.
 */
async function countFirst(
  ctx: Context,
  list: GrowingList,
): Promise<Counted & { readonly isWhole?: boolean }> {
  const max = UNKEPT_MAX + 1n;
  if ((await countRows(ctx, sql`${list.unfiltered} limit ${max}`)) < max)
    return { position: await countRows(ctx, list.rows), place: '', isWhole: true };
  return await ctx.db.transaction().execute(async (db) => {
    await sql`set local statement_timeout = ${sql.lit(FIRST_TIMEOUT_MS)}`.execute(db);
    const trx = { ...ctx, db };
    await sql`select pg_advisory_xact_lock(
      hashtextextended(${`count of ${list.accountId} ${list.name}`}, 0))`.execute(db);
    const kept = await lastKept(trx, list);
    if (kept.place !== '') return kept;
    return (await keepSteps(trx, list)) ?? { position: 0n, place: '' };
  });
}

/** How many rows there are behind a place, and where those behind them begin; null where there are none. */
async function countBehind(
  ctx: Context,
  { rows: all, order }: GrowingList,
  { place, upTo, settledAt }: Pick<CountedPart, 'place' | 'upTo' | 'settledAt'>,
) {
  const { rows } = await sql<{ settled: bigint; more: bigint; last: string | null }>`
    select count(*) as more, count(*) filter (where is_settled) as settled,
      max(place) filter (where number = ${COUNTED_AT_ONCE}) as last
    from (
      select ${order.place} as place, ${order.isUpTo(order.before(settledAt))} as is_settled,
        row_number() over (order by ${order.oldestFirst}) as number
      from (${all}) listed
      where ${order.isBehind(place)}
        ${upTo === undefined ? sql`` : sql`and ${order.isUpTo(upTo)}`}
      order by ${order.oldestFirst} limit ${COUNTED_AT_ONCE}
    ) numbered`.execute(ctx.db);
  return rows[0] ?? { more: 0n, settled: 0n, last: null };
}

/** What is kept of a list before a place, or at all. */
interface Kept extends Counted {
  readonly isNewest: boolean;
  /** How many rows there are up to the place, where that needs no counting. */
  readonly within: bigint | null;
  /** What is older gets no further rows: by the database's clock too, by which its triggers know what comes late. */
  readonly settledAt: Date;
}

/**
 * The last position that is kept, up to a place. It is read by a statement of its own and becomes a parameter, as PostgreSQL would
 * otherwise expect a third of the list behind it, and plan for that.
 */
async function lastKept(ctx: Context, list: GrowingList, upTo?: string): Promise<Kept> {
  const of = sql`account_id = ${list.accountId} and list = ${list.name}`;
  const { rows } = await sql<Kept>`
    select coalesce(kept.position, 0) as position, coalesce(kept.counted_to, kept.row_id, '') as place,
      next.position is null as "isNewest", settled.at as "settledAt",
      case when kept.counted_to collate "C" >= ${upTo ?? null} then kept.position
        else next.position - cardinality(next.places) + (
          select count(*) from unnest(next.places) listed (place)
          where place collate "C" <= ${upTo ?? null}) end as within
    from (
      select least(${new Date(ctx.now().getTime() - SETTLED_MS)}::timestamptz,
        now() - ${SETTLED_MS} * interval '1 millisecond')::timestamptz(3) as at
    ) settled
    left join lateral (
      select position, row_id, counted_to from list_position
      where ${of} ${upTo === undefined ? sql`` : sql`and row_id collate "C" <= ${upTo}`}
      order by position desc limit 1
    ) kept on true
    left join lateral (
      select position, places from list_position
      where ${of} and row_id collate "C" > ${upTo ?? null}
      order by position limit 1
    ) next on true`.execute(ctx.db);
  const [kept] = rows;
  invariant(kept !== undefined, 'there is a time');
  return kept;
}

/** Whether positions of a list are kept, so that nothing else has to be known of how long it is. */
export async function isKeptList(
  { db }: Context,
  { accountId, name }: Pick<GrowingList, 'accountId' | 'name'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from list_position where account_id = ${accountId} and list = ${name} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** How many rows a query has. */
export async function countRows(ctx: Context, rows: RawBuilder<unknown>): Promise<bigint> {
  const query = sql<{ total: bigint }>`select count(*) as total from (${rows}) matching`;
  return (await query.execute(ctx.db)).rows[0]?.total ?? 0n;
}

/** Nothing within the caller's own transaction, which may have changed what is in the list. */
async function keepMore(ctx: Context, list: GrowingList): Promise<void> {
  if (ctx.db.isTransaction) return;
  await ctx.db.transaction().execute(async (db) => {
    const trx = { ...ctx, db };
    await sql`set local statement_timeout = ${sql.lit(FIRST_TIMEOUT_MS)}`.execute(db);
    await keepSteps(trx, list);
  });
}

/**
 * Keeps the positions of what is settled, and returns how far. Does nothing while a transaction changes what is in a list of the
 * account, or another one keeps positions: the next reader will.
 */
async function keepSteps(ctx: Context, list: GrowingList): Promise<Counted | undefined> {
  const { accountId, name, order } = list;
  const lock = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`list positions of ${accountId}`}, 0))
      as locked`.execute(ctx.db);
  if (lock.rows[0]?.locked !== true) return undefined;
  const kept = await lastKept(ctx, list);
  const settledTo = order.before(kept.settledAt);
  if (kept.place >= settledTo) return kept;
  const begun = await takeBegunStep(ctx, list, kept);
  const begins = kept.position - BigInt(begun.length);
  const isFirst = kept.place === '';
  const { rows } = await sql<{ position: bigint; added: bigint }>`
    with added as materialized (
      select ${order.place} as place,
        ${kept.position}::bigint + row_number() over (order by ${order.oldestFirst}) as number
      from (${isFirst ? list.allRows : list.rows}) listed
      where ${order.isBehind(kept.place)} and ${order.isUpTo(settledTo)}
      order by ${order.oldestFirst} ${isFirst ? sql`` : sql`limit ${COUNTED_AT_ONCE}`}
    ), counted as (
      select place, number from added
      union all
      select place, ${begins}::bigint + number
      from unnest(${begun}::text[]) with ordinality as begun (place, number)
    ), step as (
      select max(number) as position, array_agg(place order by number) as places
      from counted group by (number - 1) / ${STEP}
    ), following as (
      select position, places, lag(places[cardinality(places)], 1, coalesce((
        select row_id from list_position
        where account_id = ${accountId} and list = ${name} and position <= ${begins}
        order by position desc limit 1), '')) over (order by position) as behind
      from step
    ), stored as (
      insert into list_position (account_id, list, position, row_id, counted_to, places)
      select ${accountId}, ${name}, position, places[cardinality(places)],
        case when position = max(position) over ()
          and (${isFirst} or (select count(*) from added) < ${COUNTED_AT_ONCE}) then ${settledTo} end,
        case when cardinality(places) < ${STEP} or ${isFarApart(list)} then places end
      from following
    )
    select coalesce(max(number), ${kept.position}::bigint) as position, count(*) as added
    from added`.execute(ctx.db);
  const { position, added } = rows[0] ?? { position: kept.position, added: 0n };
  if (added === 0n && begun.length === 0)
    await sql`
      insert into list_position (account_id, list, position, row_id, counted_to)
      values (${accountId}, ${name}, ${position}, '', ${settledTo})
      on conflict (account_id, list, position) do update set counted_to = excluded.counted_to`.execute(
      ctx.db,
    );
  const isAll = isFirst || added < COUNTED_AT_ONCE;
  return isAll ? { position, place: settledTo } : await lastKept(ctx, list);
}

/** Removes the newest step where it is not whole, and returns the places in it. */
async function takeBegunStep(ctx: Context, list: GrowingList, { position }: Counted) {
  const { rows } = await sql<{ places: readonly string[] }>`
    delete from list_position
    where account_id = ${list.accountId} and list = ${list.name} and position = ${position}
      and places is not null and position % ${STEP} <> 0
    returning places`.execute(ctx.db);
  return rows[0]?.places ?? [];
}

/** Whether more rows of the account lie between those of a step, or before them, than a page may read. */
function isFarApart({ unfiltered, order }: GrowingList): RawBuilder<boolean> {
  return sql`(
    select count(*) from (
      select from (${unfiltered}) listed
      where ${order.isBehind(sql`behind`)} and ${order.isUpTo(sql`places[cardinality(places)]`)}
      limit ${READ_MAX + 1}
    ) between_them
  ) > ${READ_MAX}`;
}
