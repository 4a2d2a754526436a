import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkDatabaseFolder, watchedFoldersOf } from './watched-folders.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'florin-watched-'));
});
afterAll(() => rm(home, { recursive: true }));

const databaseUrl = 'postgres://database.example/florin';
const own = { databaseUrl: undefined, databaseFolder: undefined };

const find = (config: Parameters<typeof watchedFoldersOf>[0]) =>
  Promise.all(
    watchedFoldersOf(config).map(async ({ folder, findPath }) => [folder, await findPath()]),
  );

it('are the data folder of a sandbox and its database, once there is one', async () => {
  const sandbox = { mode: 'sandbox', home, ...own } as const;
  expect(await find(sandbox)).toEqual([
    ['home', home],
    ['database', undefined],
  ]);
  const data = join(home, 'postgres', 'data');
  await mkdir(data, { recursive: true });
  expect(await find(sandbox)).toEqual([
    ['home', home],
    ['database', data],
  ]);
});

it('are the folder that is set for a database of the operator, and none for it otherwise', async () => {
  const operators = { home, databaseUrl, databaseFolder: undefined };
  expect(await find({ ...operators, mode: 'sandbox' })).toEqual([['home', home]]);
  expect(await find({ ...operators, mode: 'production' })).toEqual([]);
  const databaseFolder = '/srv/postgres';
  expect(await find({ ...operators, databaseFolder, mode: 'sandbox' })).toEqual([
    ['home', home],
    ['database', databaseFolder],
  ]);
  expect(await find({ ...operators, databaseFolder, mode: 'production' })).toEqual([
    ['database', databaseFolder],
  ]);
});

it('refuse what is no folder at the start, by its name, with what to do', async () => {
  await expect(checkDatabaseFolder(own)).resolves.toBeUndefined();
  await expect(checkDatabaseFolder({ databaseFolder: home })).resolves.toBeUndefined();
  const missing = join(home, 'removed');
  await expect(checkDatabaseFolder({ databaseFolder: missing })).rejects.toThrow(
    `DATABASE_FOLDER is ${missing}, whose disk cannot be watched (No such file or directory): name a folder`,
  );
  const file = join(home, 'file');
  await writeFile(file, '');
  await expect(checkDatabaseFolder({ databaseFolder: file })).rejects.toThrow('it is a file');
});
