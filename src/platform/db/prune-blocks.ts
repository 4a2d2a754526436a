import { sql } from 'kysely';
import { UNBLOCK_CHANNEL } from '../http/rate-limit.ts';
import type { Database } from './database.ts';

/**
 * Removes the counts and blocks of the callers that a name is part of, or of all, and notifies
 * every process to clear its list of blocked callers once this transaction commits. Returns how many
 * callers had one.
 */
export async function pruneBlocks(
  { db }: { readonly db: Database },
  who: 'everybody' | { readonly name: string },
): Promise<number> {
  // A key is a counter, a credential and an address; a partner's key and the client ID that it acts
  // for are one credential.
  const named =
    who === 'everybody'
      ? sql`true`
      : sql`regexp_split_to_array(key, '[:+]') @> array[${who.name}]::text[]`;
  const { rows } = await sql<{ removed: number }>`
    with counts as (delete from rate_limit_window where ${named} returning key),
      blocks as (delete from rate_limit_block where ${named} returning key)
    select count(*)::integer as removed from (
      select key from counts union select key from blocks
    ) as callers`.execute(db);
  await sql`select pg_notify(${UNBLOCK_CHANNEL}, '')`.execute(db);
  return rows[0]?.removed ?? 0;
}
