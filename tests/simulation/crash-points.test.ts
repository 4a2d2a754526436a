import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#platform/db/pool.ts';
import type { Fate } from '../support/faulty-database.ts';
import { freshDatabase } from './fresh-database.ts';
import { type Death, type Ending, tellStory } from './story.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

/** Tells the story in an empty database, as often as it takes. */
async function told(death?: Death): Promise<Ending> {
  const { db, close } = openDatabase(database.url, { log: pino({ level: 'silent' }) });
  await sql`truncate account, chain_cursor, chain_block, chain_transfer cascade`.execute(db);
  await close();
  return await tellStory(database.url, death);
}

/** To be killed after a statement is to be killed before the next: nothing of the process is left. */
const FATES: readonly Fate[] = ['killed_before', 'lost_before', 'lost_after'];

it.each(FATES)(
  'a payment, its end and its return end alike wherever somebody is %s a statement or a call',
  { timeout: 240_000 },
  async (fate) => {
    const undisturbed = await told();
    expect(undisturbed.books).toContain('link completed false');
    expect(undisturbed.points).toBeGreaterThan(30);
    for (let at = 1; at <= undisturbed.points; at += 1) {
      const { books, diedOver } = await told({ at, fate });
      expect(books, `${fate} point ${at}: ${diedOver}`).toEqual(undisturbed.books);
    }
  },
);
