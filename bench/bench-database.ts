import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { eraseEmbeddedPostgres } from '#platform/db/embedded/choose-place.ts';
import { startEmbeddedPostgres } from '#platform/db/embedded/start.ts';
import { migrate } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/pool.ts';

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
