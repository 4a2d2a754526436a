import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { invariant } from '#kit/failure.ts';
import { loadConfig } from '#platform/config/load.ts';
import { eraseEmbeddedPostgres, findData } from '#sandbox/database/choose-folder.ts';
import { testDatabase } from '../../tests/support/database.ts';
import { prepareDatabase } from './prepare-database.ts';
import { startFlorin } from './start.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'florin-start-'));
  await chmod(home, 0o711);
});
afterEach(async () => {
  // Refuses while a database runs there.
  await eraseEmbeddedPostgres(home);
  await rm(home, { recursive: true, force: true });
});

it('ends the database and the nodes that it started where the rest of the program cannot be loaded', async () => {
  const environment = { FLORIN_HOME: home, SANDBOX_NETWORKS: 'sepolia' };
  const loaded = loadConfig(environment, NETWORK_IDS);
  invariant(loaded.ok, 'these are settings of a sandbox');
  const starting = startFlorin(loaded.config, {
    engines: new Set(['watch']),
    log: pino({ level: 'silent' }),
    load: () => Promise.reject(new Error('a module is broken')),
  });
  await expect(starting).rejects.toThrow('a module is broken');
  const data = await findData(home);
  invariant(data !== undefined, 'the database was made');
  expect(await readdir(data)).not.toContain('postmaster.pid');
  expect(await readdir(join(home, 'nodes'))).not.toContain('sepolia.json.pid');
});

it('changes nothing in the database of production where the rest of the program cannot be loaded', async () => {
  await using database = await testDatabase();
  const environment = {
    FLORIN_MODE: 'production',
    DATABASE_URL: database.url,
    SECRET_KEY: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
    API_URL: 'https://api.example.com',
    AUTH_URL: 'https://auth.example.com',
    PAY_URL: 'https://pay.example.com',
    RPC_URL_BASE: 'https://node.example.com',
  };
  const loaded = loadConfig(environment, NETWORK_IDS);
  invariant(loaded.ok, 'these are settings of production');
  const lines: string[] = [];
  const starting = startFlorin(loaded.config, {
    engines: new Set(['watch']),
    log: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
    load: () => Promise.reject(new Error('a module is broken')),
  });
  await expect(starting).rejects.toThrow('a module is broken');
  expect(await database.db.selectFrom('installation').selectAll().execute()).toEqual([]);
  expect(lines).toEqual([expect.stringContaining('a module is broken')]);
});

it('refuses a database of another mode before it is known that the program can start, and migrates after', async () => {
  await using database = await testDatabase();
  const { db, url } = database;
  const options = { mode: 'production', migrates: true, log: pino({ level: 'silent' }) } as const;
  await sql`drop table installation; drop table schema_migration`.execute(db);
  const broken = Promise.reject(new Error('a module is broken'));
  broken.catch(() => undefined);
  const preparing = prepareDatabase(url, { ...options, canStart: broken });
  await expect(preparing).rejects.toThrow('a module is broken');
  const { rows } = await sql`select to_regclass('schema_migration') as found`.execute(db);
  expect(rows).toEqual([{ found: null }]);
  await sql`create table installation (mode text); insert into installation values ('sandbox')`.execute(
    db,
  );
  const never = new Promise(() => undefined);
  const refused = prepareDatabase(url, { ...options, canStart: never });
  await expect(refused).rejects.toThrow('belongs to a sandbox installation');
});
