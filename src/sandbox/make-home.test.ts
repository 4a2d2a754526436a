import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeHome } from './make-home.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-home-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

it('makes a data folder with its parents, and takes one that is there', async () => {
  const home = join(folder, 'deep', 'home');
  await makeHome(home);
  await makeHome(home);
  expect((await stat(home)).isDirectory()).toBe(true);
});

it('says in one sentence why a place cannot be a data folder', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(makeHome(file)).rejects.toThrow(
    `The data folder ${file} cannot be used, because a file of that name is there: choose another one with FLORIN_HOME.`,
  );
  await expect(makeHome(join(file, 'home'))).rejects.toThrow('a part of its path is a file');
  await expect(makeHome(join(folder, 'x'.repeat(300)))).rejects.toThrow('its path is too long');
});
