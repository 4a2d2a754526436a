import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';

/** Whether queries have together at most so many rows. Reads no more of each than that. */
export async function isFewer(
  ctx: Context,
  queries: readonly RawBuilder<unknown>[],
  max: number,
): Promise<boolean> {
  const [count = 0] = await countEach(ctx, [queries], max + 1);
  return count <= max;
}

/** How many rows queries have together, of each group of them; reads no more than `max` of each. */
export async function countEach(
  ctx: Context,
  groups: readonly (readonly RawBuilder<unknown>[])[],
  max: number,
): Promise<readonly number[]> {
  if (groups.length === 0) return [];
  const counts = groups.map((queries) => {
    const each = queries.map(
      (query) => sql`(select count(*) from (${query} limit ${max}) counted)`,
    );
    return sql`(${sql.join(each, sql` + `)})`;
  });
  const { rows } = await sql<{ counts: string[] }>`
    select array[${sql.join(counts)}] as counts`.execute(ctx.db);
  return rows[0]?.counts.map(Number) ?? [];
}
