import { openBatch } from './batch.ts';
import type { Database } from './database.ts';

interface LookUpOptions<Key, Found> {
  /** Finds what belongs to these keys, no two of them alike, in one statement; by name. */
  readonly find: (db: Database, keys: readonly Key[]) => Promise<ReadonlyMap<string, Found>>;
  /** What a key is told from others by. */
  readonly nameOf: (key: Key) => string;
}

/** What belongs to a key, or undefined. What is found may be handed to several, so nobody changes it. */
export type LookUp<Key, Found> = (db: Database, key: Key) => Promise<Found | undefined>;

/**
 * A look-up that calls which come at the same time share. Each is answered from a statement that
 * began after it came, so what was committed before a call is seen by it. Inside of a transaction
 * nothing is shared: that sees what it has written itself.
 */
export function openLookUp<Key, Found>({
  find,
  nameOf,
}: LookUpOptions<Key, Found>): LookUp<Key, Found> {
  const lookUps = new WeakMap<Database, (key: Key) => Promise<Found | undefined>>();
  const run = (db: Database) => async (keys: readonly Key[]) => {
    const unlike = new Map(keys.map((key) => [nameOf(key), key]));
    const found = await find(db, [...unlike.values()]);
    return (key: Key) => found.get(nameOf(key));
  };
  return async (db, key) => {
    if (db.isTransaction) return (await run(db)([key]))(key);
    const open = lookUps.get(db);
    if (open !== undefined) return await open(key);
    const lookUp = openBatch({ run: run(db) });
    lookUps.set(db, lookUp);
    return await lookUp(key);
  };
}
