import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { readState, restoreRows } from '../support/clean-database.ts';
import { testDatabase } from '../support/database.ts';
import { openPool, type Plans, type WorldPool } from './world.ts';

/** A database that the runs of a file use one after another. */
interface RunDatabase extends AsyncDisposable {
  /** Empties the database and gives connections to it, which keep the plans of their statements. */
  empty(plans?: Plans): Promise<WorldPool>;
}

/** The database of a test file, open from before its first test until after its last. Called outside of tests. */
export function useRunDatabase(): Pick<RunDatabase, 'empty'> {
  let database: RunDatabase | undefined;
  beforeAll(async () => {
    database = await openRunDatabase();
  });
  afterAll(() => database?.[Symbol.asyncDispose]());
  return {
    empty: async (plans) => {
      if (database === undefined) throw new Error('the database is open during tests only');
      return await database.empty(plans);
    },
  };
}

async function openRunDatabase(): Promise<RunDatabase> {
  const database = await testDatabase();
  const state = await readState(database.url);
  if (state === undefined) throw new Error('only a superuser can empty the database');
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  const pools = new Map<Plans, WorldPool>();
  return {
    empty: async (plans = 'usual') => {
      await restoreRows(admin, state);
      const pool = pools.get(plans) ?? openPool(database.url, plans);
      pools.set(plans, pool);
      return pool;
    },
    [Symbol.asyncDispose]: async () => {
      await admin.end();
      for (const pool of pools.values()) await pool[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
