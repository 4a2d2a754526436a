import { sql } from 'kysely';
import type { Context } from '#context.ts';

/** How many links have a status; of many links as the database last sampled them. */
export interface LinkCount {
  readonly status: string;
  readonly links: number;
}

/**
 * How many links have each status. Up to `countMax` links are counted one by one; for more the database's own
 * statistics are used, which it renews when a tenth of the rows changed, so the cost is constant.
 * Empty where the statistics do not have that many yet.
 */
export async function countLinks(ctx: Context, countMax: number): Promise<readonly LinkCount[]> {
  const { rows } = await sql<{ status: string; links: number; sampled: boolean }>`
    with size as (
      -- Below zero before the first statistics of the table.
      select reltuples::float8 as links from pg_class where oid = 'secure_payment'::regclass
    )
    select counted.status, count(*)::float8 as links, false as sampled
    from (
      select status from secure_payment
      where (select links from size) <= ${countMax}
      limit ${countMax + 1}
    ) counted
    group by counted.status
    union all
    select share.status, round(size.links * share.part) as links, true as sampled
    from size
    join pg_stats on tablename = 'secure_payment' and attname = 'status'
      and schemaname = current_schema() and size.links > ${countMax}
    cross join unnest(most_common_vals::text::text[], most_common_freqs) as share (status, part)
    order by status`.execute(ctx.db);
  const counted = rows.reduce((sum, row) => sum + (row.sampled ? 0 : row.links), 0);
  return counted > countMax ? [] : rows.map(({ status, links }) => ({ status, links }));
}
