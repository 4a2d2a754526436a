import { sql } from 'kysely';
import { RATE_KEY_PREFIX, UNBLOCK_CHANNEL } from '../http/rate-limit.ts';
import type { Database } from './database.ts';

/**
 * Removes the counts and blocks of the callers that a name is part of, or of everybody, and tells
 * every process to forget whom it holds as blocked once this transaction commits. Answers how many.
 */
export async function forgetBlocks(
  { db }: { readonly db: Database },
  who: 'everybody' | { readonly name: string },
): Promise<number> {
  // A key is the limiter's prefix, a counter, a credential and an address; a partner's key and the
  // client ID that it acts for are one credential.
  const named =
    who === 'everybody'
      ? sql`true`
      : sql`regexp_split_to_array(key, '[:+]') @> array[${who.name}]::text[]`;
  const { numAffectedRows } = await sql`
    delete from rate_limit where starts_with(key, ${`${RATE_KEY_PREFIX}:`}) and ${named}`.execute(
    db,
  );
  await sql`select pg_notify(${UNBLOCK_CHANNEL}, '')`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
