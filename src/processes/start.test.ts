import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { invariant } from '#kit/failure.ts';
import { loadConfig } from '#platform/config/load.ts';
import { eraseEmbeddedPostgres, findData } from '#sandbox/database/choose-folder.ts';
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
