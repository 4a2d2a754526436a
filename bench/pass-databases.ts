import { sql } from 'kysely';
import { pino } from 'pino';
import type { Hex } from '#kit/hex.ts';
import type { Database } from '#platform/db/database.ts';
import { migrate } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { openBenchDatabase } from './bench-database.ts';
import { parentOf } from './processor-time.ts';
import { writePayableLinks } from './stored-requests.ts';

const TEMPLATE = 'payable';

/** A database of one contestant in one pass; disposing drops it. */
export interface PassDatabase extends AsyncDisposable {
  readonly url: string;
  readonly db: Database;
}

/** A durable server on which each contestant begins with the same links and nothing that was found. */
interface PassDatabases extends AsyncDisposable {
  /** The process of the server. */
  readonly pid: number;
  create(): Promise<PassDatabase>;
}

/** Starts the server and writes a pending link for each payment reference, which every database is a copy of. */
export async function openPassDatabases(references: readonly Hex[]): Promise<PassDatabases> {
  const server = await openBenchDatabase();
  const log = pino({ level: 'silent' });
  const urlOf = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  const main = openDatabase(server.url, { log });
  const pid = await serverPidOf(main.db);
  await sql`create database ${sql.id(TEMPLATE)}`.execute(main.db);
  const template = openDatabase(urlOf(TEMPLATE), { log });
  await migrate(template.db);
  await writePayableLinks(template.db, references);
  await template.close();
  let passes = 0;
  return {
    pid,
    create: async () => {
      passes += 1;
      const name = `pass_${passes}`;
      // Copying files ends with a checkpoint, so that no contestant waits for what the one before wrote.
      await unlimited(main.db, (db) =>
        sql`create database ${sql.id(name)} template ${sql.id(TEMPLATE)} strategy file_copy`.execute(
          db,
        ),
      );
      const { db, close } = openDatabase(urlOf(name), { log });
      return {
        url: urlOf(name),
        db,
        [Symbol.asyncDispose]: async () => {
          await close();
          await unlimited(main.db, (db) =>
            sql`drop database ${sql.id(name)} with (force)`.execute(db),
          );
        },
      };
    },
    [Symbol.asyncDispose]: async () => {
      await main.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Runs a statement that may take longer than the program's own may. */
async function unlimited(db: Database, run: (db: Database) => Promise<unknown>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await run(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
}

async function serverPidOf(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the server did not return its process');
  return await parentOf(row.pid);
}
