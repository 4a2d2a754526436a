import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { lowestUlid } from '#kit/ulid.ts';
import type { Database } from '#platform/db/database.ts';

/** How many rows are between two positions that are kept. A list with fewer is counted each time. */
const STEP = 10_000;
/** So many rows behind the last kept position are counted before the next ones are kept. */
const UNKEPT_MAX = 2n * BigInt(STEP);
/** So many rows are numbered by one call; those behind them are by the next. */
const KEPT_AT_ONCE = 100 * STEP;
/** No transaction is open for so long, so that no row comes before an id of this age; the clocks of processes are closer. */
const SETTLED_MS = 3_600_000;

/** The list that no change takes anything out of. */
const WHOLE_LIST = 'requests';

/**
 * A list of an account to which rows are added with ids of the present. What is in it stays in it, unless what takes it out
 * calls `removePositions`.
 */
export interface GrowingList {
  readonly accountId: string;
  /** What it holds, and by what it is filtered; another list of the account has another name. */
  readonly name: string;
  /** A query of the `id` of each row, which an index returns in their order. */
  readonly ids: RawBuilder<unknown>;
}

/**
 * How many rows a list has, exactly. Counts those behind the last kept position, and keeps more positions once
 * there are many, so that only the first count of a large list reads all of it.
 */
export async function countList(ctx: Context, list: GrowingList): Promise<number> {
  const settledId = lowestUlid(new Date(ctx.now().getTime() - SETTLED_MS));
  const { rows } = await sql<{ kept: bigint; settled: bigint; more: bigint }>`
    with kept as (
      select position, row_id from list_position
      where account_id = ${list.accountId} and list = ${list.name}
      order by position desc limit 1
    )
    select coalesce((select position from kept), 0) as kept,
      count(*) filter (where listed.id < ${settledId}) as settled,
      count(*) as more
    from (${list.ids}) listed
    where listed.id > coalesce((select row_id from kept), '')`.execute(ctx.db);
  const counted = rows[0];
  if (counted === undefined) return 0;
  const { kept, settled, more } = counted;
  if (settled > UNKEPT_MAX) await keepPositions(ctx, list, settledId);
  return Number(kept + more);
}

/** How many rows a query has. */
export async function countRows(ctx: Context, rows: RawBuilder<unknown>): Promise<number> {
  const query = sql<{ total: bigint }>`select count(*) as total from (${rows}) matching`;
  const counted = (await query.execute(ctx.db)).rows[0];
  return Number(counted?.total ?? 0n);
}

/**
 * Where to begin to read a list from its newest row back: behind which id, if not the newest, and how many rows are
 * left out from there. `position` is that of the first row of the page, counted from the oldest, which is 1.
 */
export async function startOfPage(
  ctx: Context,
  list: GrowingList,
  position: number,
): Promise<{ readonly from: string; readonly offset: number } | undefined> {
  const { rows } = await sql<{ position: bigint; from: string }>`
    select position, row_id as "from" from list_position
    where account_id = ${list.accountId} and list = ${list.name} and position >= ${position}
    order by position limit 1`.execute(ctx.db);
  const kept = rows[0];
  return kept && { from: kept.from, offset: Number(kept.position) - position };
}

/**
 * Removes the positions of an account's filtered lists from a row on, in the transaction that changes in which of
 * these lists it is. Positions that are being kept at this moment are waited for, and removed too.
 */
export async function removePositions(
  ctx: Context,
  { accountId, rowId }: { readonly accountId: string; readonly rowId: string },
): Promise<void> {
  invariant(ctx.db.isTransaction, 'positions are removed with the change of their list');
  await lockPositions(ctx.db, accountId);
  await sql`
    delete from list_position
    where account_id = ${accountId} and list <> ${WHOLE_LIST}
      and row_id >= ${rowId}`.execute(ctx.db);
}

async function keepPositions(
  ctx: Context,
  { accountId, name, ids }: GrowingList,
  settledId: string,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await lockPositions(trx, accountId);
    await sql`
      with kept as (
        select position, row_id from list_position
        where account_id = ${accountId} and list = ${name}
        order by position desc limit 1
      )
      insert into list_position (account_id, list, position, row_id)
      select ${accountId}, ${name}, numbered.position, numbered.id from (
        select listed.id, coalesce((select position from kept), 0)
          + row_number() over (order by listed.id) as position
        from (${ids}) listed
        where listed.id > coalesce((select row_id from kept), '') and listed.id < ${settledId}
        order by listed.id limit ${KEPT_AT_ONCE}
      ) numbered
      where numbered.position % ${STEP} = 0`.execute(trx);
  });
}

async function lockPositions(db: Database, accountId: string): Promise<void> {
  const name = `list positions of ${accountId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}
