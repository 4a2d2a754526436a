import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashSources } from './hash-sources.ts';

let root: string;
beforeEach(async () => {
  root = `${await mkdtemp(join(tmpdir(), 'florin-sources-'))}/`;
  await write('web/main.tsx', 'start()');
  await write('web/part.ts', 'part()');
  await write('lock.json', '{}');
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, name)), { recursive: true });
  await writeFile(join(root, name), text);
}

const memory = () => join(root, 'dist/sources/pay');
const hash = (format = 'first') =>
  hashSources({
    root,
    paths: ['web', 'lock.json', 'missing.ts'],
    isSource: (path) => !path.startsWith('web/other/'),
    format,
    memory: memory(),
  });

it('stays while the sources do, and reads none of them again', async () => {
  const first = await hash();
  expect(first).toMatch(/^[0-9a-f]{16}$/);
  expect(await hash()).toBe(first);
  // What is remembered is the answer, so nothing was read.
  const [stamp] = (await readFile(memory(), 'utf8')).split(' ');
  await writeFile(memory(), `${stamp} remembered`);
  expect(await hash()).toBe('remembered');
});

it('is the same where files look new and hold the same', async () => {
  const first = await hash();
  await utimes(join(root, 'web/part.ts'), 1, 1);
  expect(await hash()).toBe(first);
  await writeFile(memory(), 'half');
  expect(await hash()).toBe(first);
});

it.each([
  ['a source is changed', () => write('web/part.ts', 'cart()')],
  ['a source is added', () => write('web/more.ts', 'more()')],
  ['a source is removed', () => rm(join(root, 'web/part.ts'))],
  ['packages are changed', () => write('lock.json', '{"a":1}')],
])('is another one once %s', async (_, change) => {
  const first = await hash();
  await change();
  expect(await hash()).not.toBe(first);
});

it('is another one in another format', async () => {
  expect(await hash('second')).not.toBe(await hash());
});

it('does not depend on tests and on what is no source', async () => {
  const first = await hash();
  await write('web/part.test.ts', 'test()');
  await write('web/other/page.ts', 'page()');
  expect(await hash()).toBe(first);
});

it('is none where there is no first script', async () => {
  await rm(join(root, 'web/main.tsx'));
  expect(await hash()).toBeUndefined();
});

it('is the same for several who read it at once, and where it cannot be remembered', async () => {
  const several = await Promise.all(Array.from({ length: 20 }, () => hash()));
  expect(new Set(several).size).toBe(1);
  expect(await readdir(dirname(memory()))).toEqual(['pay']);
  await rm(memory());
  await mkdir(memory());
  expect(await hash()).toBe(several[0]);
  expect(await readdir(dirname(memory()))).toEqual(['pay']);
});
