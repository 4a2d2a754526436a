import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readFileSystem, type WatchedFolder, watchDisks } from './disk-space.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'florin-disk-'));
});
afterAll(() => rm(home, { recursive: true }));

const folderAt = (folder: WatchedFolder['folder'], path: string | undefined): WatchedFolder => ({
  folder,
  findPath: async () => path,
});

/** Longer than any disk takes under load, so that only what never answers is late. */
const patient = { limitMs: 30_000 };

it('reads how much of a disk is free', async () => {
  const [disk] = await watchDisks([folderAt('home', home)], patient)();
  expect(disk).toMatchObject({ folder: 'home', error: null });
  expect(disk?.freeBytes).toBeGreaterThanOrEqual(0);
  expect(disk?.sizeBytes).toBeGreaterThan(disk?.freeBytes ?? Number.POSITIVE_INFINITY);
});

it('reads a disk that holds two folders once', async () => {
  const disks = await watchDisks([folderAt('home', home), folderAt('database', home)], patient)();
  expect(disks.map(({ folder }) => folder)).toEqual(['home']);
});

it('says why it cannot read a folder, without its path, and reads the others', async () => {
  const file = join(home, 'file');
  await writeFile(file, '');
  const unfindable = { folder: 'home', findPath: () => Promise.reject(new Error(home)) } as const;
  const disks = await watchDisks(
    [
      folderAt('home', join(home, 'removed')),
      folderAt('home', join(file, 'below')),
      unfindable,
      folderAt('database', home),
    ],
    patient,
  )();
  const unread = { folder: 'home', freeBytes: null, sizeBytes: null };
  expect(disks).toEqual([
    { ...unread, error: 'No such file or directory' },
    { ...unread, error: 'Not a directory' },
    { ...unread, error: 'it cannot be read' },
    expect.objectContaining({ folder: 'database', error: null }),
  ]);
});

it('reads nothing where nothing is kept', async () => {
  expect(await watchDisks([])()).toEqual([]);
  expect(await watchDisks([folderAt('database', undefined)])()).toEqual([]);
});

it('waits for a disk that does not answer only once, and reads it again after it did', async () => {
  const found = { mount: '/', freeBytes: 4, sizeBytes: 8 };
  const { promise, resolve } = Promise.withResolvers<typeof found>();
  const signals: AbortSignal[] = [];
  const read = vi.fn((_path: string, signal: AbortSignal) => {
    signals.push(signal);
    return promise;
  });
  const measure = watchDisks([folderAt('database', home)], { read, limitMs: 1 });
  const unknown = {
    folder: 'database',
    freeBytes: null,
    sizeBytes: null,
    error: 'it does not answer',
  };
  expect(await measure()).toEqual([unknown]);
  expect(await measure()).toEqual([unknown]);
  expect(read).toHaveBeenCalledOnce();
  expect(signals[0]?.aborted).toBe(true);
  resolve(found);
  await promise;
  await expect.poll(measure).toEqual([expect.objectContaining({ freeBytes: 4, error: null })]);
});

it('ends the process that reads a disk without an answer', async () => {
  const silent = join(home, 'silent-df');
  await writeFile(silent, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
  const controller = new AbortController();
  const reading = readFileSystem(home, controller.signal, silent);
  controller.abort();
  // It answers only once that process has ended.
  expect(await reading).toEqual({ error: 'it cannot be read' });
});

it.each([
  ['that has no size', 'tmpfs 0 0 0 - /mnt'],
  ['of another form', 'what is this'],
])('knows nothing by an answer %s', async (_title, line) => {
  const odd = join(home, 'odd-df');
  await writeFile(odd, `#!/bin/sh\necho '${line}'\n`, { mode: 0o755 });
  const found = await readFileSystem(home, new AbortController().signal, odd);
  expect(found).toEqual({ error: 'it reports no size' });
});

it('says that the program to read disks with is missing', async () => {
  const found = await readFileSystem(home, new AbortController().signal, join(home, 'no-df'));
  expect(found).toEqual({ error: 'there is no df on this machine' });
});
