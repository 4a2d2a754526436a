import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { printConfigPage, printEnvExample } from '#platform/config/print.ts';
import { eraseEmbeddedPostgres } from '#platform/db/embedded/choose-place.ts';
import { startEmbeddedPostgres } from '#platform/db/embedded/start.ts';
import { migrate } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { openLog } from '#platform/log.ts';
import { printTrusted, TRUSTED_FILE } from './generate-trusted.ts';
import { keepFresh } from './keep-fresh.ts';
import { printTables } from './print-tables.ts';

const log = openLog({ level: 'warn', mode: 'sandbox' });

/**
 * Makes every generated file, each from what is true: the row types from a migrated database, the
 * rest from the code. A new one is one line here.
 */
async function printAll(): Promise<Record<string, string>> {
  return {
    'src/platform/db/tables.generated.ts': await onMigratedDatabase(printTables),
    '.env.example': printEnvExample(NETWORK_IDS),
    'docs/reference/config.md': printConfigPage(NETWORK_IDS),
    [TRUSTED_FILE]: printTrusted(),
  };
}

/** Runs on a fresh database of an embedded server of its own, of which nothing is left. */
async function onMigratedDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'florin-generate-'));
  const server = await startEmbeddedPostgres({ home, log, fsync: false });
  try {
    const { db, close } = openDatabase(server.url, { log });
    await migrate(db).finally(close);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    return await work(client).finally(() => client.end());
  } finally {
    await server.stop();
    await eraseEmbeddedPostgres(home);
    await rm(home, { recursive: true, force: true });
  }
}

// With `--check` nothing is written, and stale files are named with exit code 1.
keepFresh(await printAll());
