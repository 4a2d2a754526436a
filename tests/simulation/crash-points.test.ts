import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseState, readState, restoreRows } from '../support/clean-database.ts';
import { testDatabase } from '../support/database.ts';
import type { Fate } from '../support/faulty-database.ts';
import { type Death, type Ending, runScenario } from './scenario.ts';
import { openPool, type WorldPool } from './world.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let pool: WorldPool;
let admin: pg.Client;
let empty: DatabaseState;
beforeAll(async () => {
  database = await testDatabase();
  const state = await readState(database.url);
  if (state === undefined) throw new Error('only a superuser can empty the database');
  empty = state;
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  pool = openPool(database.url);
});
afterAll(async () => {
  await admin.end();
  await pool[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** Runs the scenario in an empty database, as often as needed. */
async function rebuild(death?: Death): Promise<Ending> {
  await restoreRows(admin, empty);
  return await runScenario(pool, death);
}

/**
 * To be killed after a statement is to be killed before the next, as nothing of the process is left; and
 * a lost read-only answer is like a call that was never made.
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
    const undisturbed = await rebuild();
    expect(undisturbed.stored).toContain('link completed false');
    expect(undisturbed.points).toContain('commit');
    for (const [index, what] of undisturbed.points.entries()) {
      if (!matters(what)) continue;
      const { stored, diedOver } = await rebuild({ at: index + 1, fate });
      expect(diedOver).toBe(what);
      expect(stored, `${fate} point ${index + 1}: ${what}`).toEqual(undisturbed.stored);
    }
  },
);
