import { sql } from 'kysely';
import type { Clock } from '#kit/clock.ts';
import { WINDOW_MS } from './count-calls.ts';
import type { Database } from './database.ts';

/**
 * Removes up to `limit` counts and blocks of callers, and attempts, that have expired, and returns
 * how many. A row that is counted again at the same time is locked and stays.
 */
export async function pruneCounts(
  { db, now }: { readonly db: Database; readonly now: Clock },
  limit: number,
): Promise<number> {
  const at = now().getTime();
  const over = [
    ['rate_limit', sql`expire <= ${at}`],
    [
      'rate_limit_window',
      sql`refusals_end_ms <= ${at}
        and slot_ends_ms[cardinality(slot_ends_ms)] <= ${at - WINDOW_MS}`,
    ],
    ['rate_limit_block', sql`ends_at_ms <= ${at}`],
  ] as const;
  let removed = 0;
  for (const [name, isOver] of over) {
    const table = sql.table(name);
    const { numAffectedRows } = await sql`
      delete from ${table} where key = any (array(
        select key from ${table} where ${isOver}
        limit ${limit - removed} for update skip locked
      ))`.execute(db);
    removed += Number(numAffectedRows ?? 0n);
  }
  return removed;
}
