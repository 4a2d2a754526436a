import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';

/** Whether queries have together at most so many rows. Reads no more of each than that. */
export async function isFewer(
  ctx: Context,
  queries: readonly RawBuilder<unknown>[],
  max: number,
): Promise<boolean> {
  const counts = queries.map(
    (query) => sql`(select count(*) from (${query} limit ${max + 1}) counted)`,
  );
  const { rows } = await sql<{ isFewer: boolean }>`
    select ${sql.join(counts, sql` + `)} <= ${max} as "isFewer"`.execute(ctx.db);
  return rows[0]?.isFewer === true;
}
