import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findWatchedFolders } from './watched-folders.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'florin-watched-'));
});
afterAll(() => rm(home, { recursive: true }));

it('are the data folder of a sandbox and its database, once there is one', async () => {
  const sandbox = { mode: 'sandbox', home, databaseUrl: undefined } as const;
  expect(await findWatchedFolders(sandbox)).toEqual([{ folder: 'home', path: home }]);
  const data = join(home, 'postgres', 'data');
  await mkdir(data, { recursive: true });
  expect(await findWatchedFolders(sandbox)).toEqual([
    { folder: 'home', path: home },
    { folder: 'database', path: data },
  ]);
});

it('leave out a database that is the operator’s, and in production all', async () => {
  const databaseUrl = 'postgres://database.example/florin';
  const folders = await findWatchedFolders({ mode: 'sandbox', home, databaseUrl });
  expect(folders).toEqual([{ folder: 'home', path: home }]);
  expect(await findWatchedFolders({ mode: 'production', home, databaseUrl })).toEqual([]);
});
