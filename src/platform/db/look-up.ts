import { openBatch } from './batch.ts';
import type { Database } from './database.ts';

interface LookUpOptions<Key, Found> {
  /** Finds the values of these distinct keys in one statement; by name. */
  readonly find: (db: Database, keys: readonly Key[]) => Promise<ReadonlyMap<string, Found>>;
  /** The name that identifies a key. */
  readonly nameOf: (key: Key) => string;
}

/** The value of a key, or undefined. Several callers may receive the same object, so none may change it. */
export type LookUp<Key, Found> = (db: Database, key: Key) => Promise<Found | undefined>;

/**
 * A look-up shared by simultaneous calls. Each is answered from a statement that
 * began after the call, so it sees what was committed before. Inside a transaction
 * nothing is shared: a transaction sees its own writes.
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
