import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import type { GrowingList } from './list-positions.ts';

/** Which rows of a list are read, by their positions, which count from the oldest as 1. */
interface PagePositions {
  /** The position before the oldest one. */
  readonly after: number;
  /** The position of the newest one. */
  readonly to: number;
  /** How many rows there are up to `end`, or in all. */
  readonly total: number;
  /** A place behind which no row is read. */
  readonly end?: string | undefined;
}

/** A position that is kept, and those places of its rows that are read, where its rows are kept. */
interface Step {
  readonly position: bigint;
  readonly place: string;
  readonly countedTo: string;
  readonly places: readonly string[] | null;
}

/** Rows that are looked for from a place, or the newest, back, and not beyond another place. */
interface Walk {
  readonly upTo?: string | undefined;
  readonly behind?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** The ids of the rows of a page, in no order. What is looked at on the way to them is a few thousand rows at most, whatever the list. */
export async function idsOfPage(
  ctx: Context,
  list: GrowingList,
  page: PagePositions,
): Promise<readonly string[]> {
  const { ids, walks } = partsOf(list, await stepsOf(ctx, list, page), page);
  const walked = await Promise.all(walks.map((walk) => idsOfWalk(ctx, list, walk)));
  return [...ids, ...walked.flat()];
}

/** The kept positions that a page lies between, newest first. */
async function stepsOf(ctx: Context, list: GrowingList, { after, to }: PagePositions) {
  const of = sql`account_id = ${list.accountId} and list = ${list.name}`;
  const { rows } = await sql<Step>`
    select position, row_id as place, coalesce(counted_to, row_id) as "countedTo",
      places[greatest(1, ${after}::bigint - position + cardinality(places) + 1)::integer
        :(${to}::bigint - position + cardinality(places))::integer] as places
    from list_position
    where ${of} and position > ${after} and position <= coalesce(
      (select min(position) from list_position where ${of} and position >= ${to}), ${to})
    order by position desc`.execute(ctx.db);
  return rows;
}

/** What of a page is kept, and what has to be looked for. */
function partsOf(list: GrowingList, steps: readonly Step[], page: PagePositions) {
  const { after, total, end } = page;
  const ids: string[] = [];
  const walks: Walk[] = [];
  let newest = page.to;
  const kept = steps[0] === undefined ? after : Number(steps[0].position);
  if (kept < newest) {
    const offset = total - newest;
    walks.push({ upTo: end, behind: steps[0]?.countedTo, offset, limit: newest - kept });
    newest = kept;
  }
  for (const [at, { position, place, places }] of steps.entries()) {
    const next = steps[at + 1];
    const oldest = next === undefined ? after : Number(next.position);
    const limit = newest - oldest;
    if (places?.length === limit) ids.push(...places.map((each) => list.order.idAt(each)));
    else walks.push({ upTo: place, offset: Number(position) - newest, limit });
    newest = oldest;
  }
  return { ids, walks };
}

async function idsOfWalk(
  ctx: Context,
  { rows: listed, order }: GrowingList,
  { upTo, behind, offset, limit }: Walk,
): Promise<readonly string[]> {
  const conditions: RawBuilder<unknown>[] = [
    sql`true`,
    ...(upTo === undefined ? [] : [order.isUpTo(upTo)]),
    ...(behind === undefined ? [] : [order.isBehind(behind)]),
  ];
  const { rows } = await sql<{ id: string }>`
    select listed.id from (${listed}) listed where ${sql.join(conditions, sql` and `)}
    order by ${order.newestFirst} limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}
