import { sql } from 'kysely';
import { Refusal } from '#kit/failure.ts';
import type { Database } from './database.ts';

/** The two worlds that a database can belong to. */
export type Mode = 'sandbox' | 'production';

/**
 * Records at the first start which mode a migrated database belongs to, and refuses the other mode
 * ever after: its keys and its money are of another world.
 */
export async function claimDatabase(db: Database, mode: Mode, now: Date): Promise<void> {
  await db
    .insertInto('installation')
    .values({ mode, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await refuseOtherMode(db, mode);
}

/**
 * Refuses a database of the other mode, before anything in it is changed. One without
 * a mode is accepted.
 */
export async function refuseOtherMode(db: Database, mode: Mode): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('installation') is not null as found`.execute(db);
  if (rows[0]?.found !== true) return;
  const claim = await db.selectFrom('installation').select('mode').executeTakeFirst();
  const recorded = claim?.mode ?? mode;
  if (recorded === mode) return;
  throw new Refusal(
    'other_mode',
    409,
    `This database belongs to a ${recorded} installation and cannot serve ${mode}: set FLORIN_MODE=${recorded}, or use another database.`,
  );
}
