import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { migrate } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { eraseEmbeddedPostgres } from '#sandbox/database/choose-folder.ts';
import { startEmbeddedPostgres } from '#sandbox/database/start.ts';

/** A migrated, durable PostgreSQL for one benchmark: commits wait for the disk, as in production. */
export async function openBenchDatabase(): Promise<{ readonly url: string } & AsyncDisposable> {
  const home = await mkdtemp(join(tmpdir(), 'florin-bench-'));
  const log = pino({ level: 'silent' });
  const server = await startEmbeddedPostgres({ home, log, fsync: true });
  const { db, close } = openDatabase(server.url, { log });
  await migrate(db);
  await close();
  return {
    url: server.url,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await eraseEmbeddedPostgres(home);
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Several migrated databases on one durable server, so that all of them meet the same disk. */
export async function openBenchDatabases(
  count: number,
): Promise<{ readonly urls: readonly string[] } & AsyncDisposable> {
  const first = await openBenchDatabase();
  const { db, close } = openDatabase(first.url, { log: pino({ level: 'silent' }) });
  const urls: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const url = new URL(first.url);
    url.pathname = `/books_${number}`;
    await sql`create database ${sql.id(`books_${number}`)}`.execute(db);
    const database = openDatabase(url.href, { log: pino({ level: 'silent' }) });
    await migrate(database.db);
    await database.close();
    urls.push(url.href);
  }
  await close();
  return { urls, [Symbol.asyncDispose]: () => first[Symbol.asyncDispose]() };
}
