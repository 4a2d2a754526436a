import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { type Fate, faultyDatabase, newMortal } from '../support/faulty-database.ts';
import { freshDatabase } from './fresh-database.ts';
import { type Death, type Ending, tellStory } from './story.ts';
import { openPool, type WorldPool } from './world.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: WorldPool;
let db: Database;
beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool(database.url);
  db = faultyDatabase(pool.prepared, newMortal());
});
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** Tells the story in an empty database, as often as it takes. */
async function told(death?: Death): Promise<Ending> {
  await sql`truncate account, chain_cursor, chain_block, chain_transfer cascade`.execute(db);
  return await tellStory(pool, death);
}

/**
 * To be killed after a statement is to be killed before the next, as nothing of the process is left; and
 * an answer that only told something is missed as a question that was never asked.
 */
const WALKS: readonly (readonly [Fate, (what: string) => boolean])[] = [
  ['killed_before', () => true],
  ['lost_before', () => true],
  ['lost_after', (what) => !/^\s*select\b/i.test(what)],
];

it.each(WALKS)(
  'a payment, its end and its return end alike wherever somebody is %s a statement or a call',
  { timeout: 240_000 },
  async (fate, matters) => {
    const undisturbed = await told();
    expect(undisturbed.books).toContain('link completed false');
    expect(undisturbed.points).toContain('commit');
    for (const [index, what] of undisturbed.points.entries()) {
      if (!matters(what)) continue;
      const { books, diedOver } = await told({ at: index + 1, fate });
      expect(diedOver).toBe(what);
      expect(books, `${fate} point ${index + 1}: ${what}`).toEqual(undisturbed.books);
    }
  },
);
