import { sql } from 'kysely';
import { Outage } from '#kit/failure.ts';
import type { Database } from './database.ts';

/**
 * Resolves once the database answers a first statement. Throws `Outage` with one sentence for the
 * person who set `DATABASE_URL` otherwise; the URL, which holds a password, is not in it.
 */
export async function reachDatabase(db: Database): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Outage(
      `The database of DATABASE_URL cannot be used (${reason}): start it, or correct the setting.`,
    );
  }
}
