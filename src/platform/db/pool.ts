import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import type { Database } from './database.ts';
import { preparing } from './prepared.ts';
import type { Tables } from './tables.generated.ts';

/** Enough for one process; `DATABASE_CONNECTIONS_MAX` sets another. PostgreSQL itself allows 100. */
const CONNECTIONS_MAX = 10;
/** How long a caller waits for a connection before it receives an outage instead. */
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * An idle connection is closed after this. A new one prepares each statement anew, so after a quiet minute a burst
 * would wait for connections first (decision 0218).
 */
const IDLE_TIMEOUT_MS = 600_000;
/** Idle time of a connection after which TCP keep-alive probes the server. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/** No statement of ours takes a second; what takes this long is stuck and holds locks. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** An idle open transaction would block vacuum and the event feed. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;

/** The numbers by which PostgreSQL names its types on the wire. */
const TYPE = { int8: 20, json: 114, numeric: 1700 } as const;

interface DatabaseOptions {
  readonly log: Log;
  /** How many connections this process opens at most. */
  readonly connectionsMax?: number;
}

/** An open database and the way to close it. */
export interface OpenDatabase {
  readonly db: Database;
  readonly pool: pg.Pool;
  /** Waits for running statements and lets go of every connection. */
  close(): Promise<void>;
}

/**
 * A pool of connections to the database behind a URL. Nothing is connected until it is used.
 *
 * Rows arrive as `tables.generated.ts` types them: `numeric` and `int8` are `bigint`, `timestamptz`
 * is `Date` and `json` is the text as it was stored.
 */
export function openDatabase(url: string, options: DatabaseOptions): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connectionsMax ?? CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    // A server that disappears without closing the connection would leave its callers waiting for ever.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    application_name: 'florin',
    types: rowTypes(),
  });
  // A server that ends makes idle and busy connections emit an error; without a listener, it ends Node. The
  // statement that was running fails on its own, so a log line is enough.
  let closing = false;
  const reportError = (error: Error) => {
    // The pool removes connections before the server has closed them; their end needs no log line then.
    if (!closing) options.log.warn({ err: error }, 'a database connection was lost');
  };
  // Connections have logged themselves what the pool reports about idle ones.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', reportError));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  const close = () => {
    closing = true;
    return db.destroy();
  };
  return { db, pool, close };
}

/** Parsers of our own beside those of `pg`, for our connections only. */
function rowTypes(): pg.CustomTypesConfig {
  const own = new Map<number, (text: string) => unknown>([
    [TYPE.int8, BigInt],
    [TYPE.numeric, BigInt],
    [TYPE.json, (text) => text],
  ]);
  return {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      own.get(oid) ?? pg.types.getTypeParser(oid, format),
  };
}
