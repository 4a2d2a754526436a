import { sql } from 'kysely';
import type { Database } from './database.ts';

/** A caller that is refused after a sustained breach of its limit. */
export interface CallerBlock {
  /** As the limiter counts callers: kind of credential, credential and address. */
  readonly key: string;
  readonly endsAtMs: number;
}

/** The blocks that last, those that end last first, up to `limit`. */
export async function findBlocks(
  { db }: { readonly db: Database },
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<readonly CallerBlock[]> {
  const { rows } = await sql<CallerBlock>`
    select key, ends_at_ms::float8 as "endsAtMs" from rate_limit_block
    where ends_at_ms > ${nowMs} order by ends_at_ms desc, key limit ${limit}`.execute(db);
  return rows;
}
