import { pino } from 'pino';
import { type OpenDatabase, openDatabase } from '#platform/db/pool.ts';

/** A database on one connection of its own, which counts what it reads when it is asked to. */
export function singleConnection(url: string): OpenDatabase & AsyncDisposable {
  const open = openDatabase(url, { log: pino({ level: 'silent' }), connectionsMax: 1 });
  return { ...open, [Symbol.asyncDispose]: open.close };
}
