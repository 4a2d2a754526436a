import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureDisks } from './disk-space.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'florin-disk-'));
});
afterAll(() => rm(home, { recursive: true }));

it('reads how much of a disk is free', async () => {
  const [disk] = await measureDisks([{ folder: 'home', path: home }]);
  expect(disk).toMatchObject({ folder: 'home', error: null });
  expect(disk?.freeBytes).toBeGreaterThanOrEqual(0);
  expect(disk?.sizeBytes).toBeGreaterThan(disk?.freeBytes ?? Number.POSITIVE_INFINITY);
});

it('reads a disk that holds two folders once', async () => {
  const disks = await measureDisks([
    { folder: 'home', path: home },
    { folder: 'database', path: home },
  ]);
  expect(disks.map(({ folder }) => folder)).toEqual(['home']);
});

it('says why it cannot read a folder, without its path, and reads the others', async () => {
  const file = join(home, 'file');
  await writeFile(file, '');
  const disks = await measureDisks([
    { folder: 'home', path: join(home, 'removed') },
    { folder: 'home', path: join(file, 'below') },
    { folder: 'database', path: home },
  ]);
  const unread = { folder: 'home', freeBytes: null, sizeBytes: null };
  expect(disks).toEqual([
    { ...unread, error: 'ENOENT' },
    { ...unread, error: 'ENOTDIR' },
    expect.objectContaining({ folder: 'database', error: null }),
  ]);
});

it('reads nothing where nothing is kept', async () => {
  expect(await measureDisks([])).toEqual([]);
});
