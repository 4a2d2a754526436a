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
  const { mode: recorded } = await db
    .selectFrom('installation')
    .select('mode')
    .executeTakeFirstOrThrow();
  if (recorded === mode) return;
  throw new Refusal(
    'other_mode',
    409,
    `This database belongs to a ${recorded} installation and cannot serve ${mode}: set FLORIN_MODE=${recorded}, or use another database.`,
  );
}
