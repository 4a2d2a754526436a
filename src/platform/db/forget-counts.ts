import { sql } from 'kysely';
import type { Clock } from '#kit/clock.ts';
import type { Database } from './database.ts';

/**
 * Removes up to `limit` counts and blocks of callers whose time is over, and answers how many.
 * One that is counted again meanwhile is locked and stays.
 */
export async function forgetCounts(
  { db, now }: { readonly db: Database; readonly now: Clock },
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from rate_limit where key in (
      select key from rate_limit where expire <= ${now().getTime()}
      limit ${limit} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
