import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openDatabase } from '#platform/db/pool.ts';
import { reachDatabase } from '#platform/db/reach-database.ts';
import { findEmbeddedPostgres } from './find-running.ts';
import { startEmbeddedPostgres } from './start.ts';

const log = pino({ level: 'silent' });

it('a running embedded server is found by its home, and only while it runs', async () => {
  const home = await mkdtemp(join(tmpdir(), 'florin-find-'));
  expect(await findEmbeddedPostgres(home)).toBeUndefined();
  const server = await startEmbeddedPostgres({ home, log, fsync: false });
  try {
    // It says in its log that it is ready, and then in the file.
    await expect.poll(() => findEmbeddedPostgres(home)).toBe(server.url);
    const { db, close } = openDatabase(server.url, { log, connectionsMax: 1 });
    await reachDatabase(db).finally(close);
  } finally {
    await server.stop();
  }
  expect(await findEmbeddedPostgres(home)).toBeUndefined();
  await rm(home, { recursive: true, force: true });
});
