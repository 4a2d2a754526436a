import { sql } from 'kysely';
import type { Database } from '#platform/db/database.ts';

/**
 * Writes as a replica does, without foreign keys and triggers: rows at odds, as a broken disk or a person with a console might
 * leave them, or so many rows that checking each would take most of the time of a test.
 */
export async function writeUnchecked(db: Database, change: ReturnType<typeof sql>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await change.execute(trx);
  });
}
