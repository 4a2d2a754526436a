import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { pino } from 'pino';
import type { Database } from '#platform/db/database.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { preparing } from '#platform/db/prepared.ts';
import type { Tables } from '#platform/db/tables.generated.ts';

/** What a test file needs at most; two files run at once, and servers allow 100 connections. */
const CONNECTIONS_MAX = 10;

/** What a statement or a transaction may have left behind in its connection; and what it read is counted now, not when it is next idle. */
const RESET = `rollback; reset all; unlisten *; select pg_advisory_unlock_all(); discard temp; discard plans;
  select pg_stat_force_next_flush()`;

/** Connections to one database that test files use one after the other. */
export interface LentConnections {
  readonly pool: pg.Pool;
  /** The database on these connections, for one file; once destroyed it refuses every statement. */
  lend(): Database;
  /** Runs statements on one of the connections, with the numbers of all of their server processes. */
  use<Result>(
    work: (client: pg.ClientBase, processIds: readonly number[]) => Promise<Result>,
  ): Promise<Result>;
  /** Makes idle connections as good as new. False where a file left a statement running. */
  renew(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens connections to a database. A new one costs the server as much as all statements of a short test file, most of it to
 * learn the schema.
 */
export function lentConnections(url: string): LentConnections {
  const log = pino({ level: 'silent' });
  const { pool, close } = openDatabase(url, { log, connectionsMax: CONNECTIONS_MAX });
  pool.options.allowExitOnIdle = true;
  const statements = preparing(pool);
  const processIds = new Map<pg.ClientBase, number>();
  pool.on('connect', (client) => processIds.set(client, processIdOf(client)));
  pool.on('remove', (client) => processIds.delete(client));
  return {
    pool,
    lend: () => {
      const lent = { ...statements, end: async () => undefined };
      return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lent }) });
    },
    use: async (work) => {
      const client = await pool.connect();
      try {
        return await work(client, [...processIds.values()]);
      } finally {
        client.release();
      }
    },
    renew: async () => {
      if (pool.idleCount < pool.totalCount) return false;
      const renewed = await onEach(pool, RESET);
      return renewed.every(({ status }) => status === 'fulfilled');
    },
    close,
  };
}

/** Runs statements on every connection of a pool that is not in use; how each of them ended. */
export async function onEach(
  pool: pg.Pool,
  statements: string,
): Promise<readonly PromiseSettledResult<unknown>[]> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  const ends = await Promise.allSettled(clients.map((client) => client.query(statements)));
  for (const client of clients) client.release();
  return ends;
}

/** The driver has it of each connection, and does not declare it. */
function processIdOf(client: pg.ClientBase): number {
  if (!('processID' in client) || typeof client.processID !== 'number') {
    throw new Error('a connection has no server process');
  }
  return client.processID;
}
