import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { builtProgram, programFolder } from '../../bin/built-program.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'florin-program-'));
  await write('src/main.ts', 'start();');
  await write('src/kit/clock.ts', 'tick();');
  await write('package-lock.json', '{}');
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(name: string, text: string): Promise<string> {
  const file = join(root, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

const build = () => write(join(programFolder(root).slice(root.length), 'main.mjs'), 'started();');

it('is what was built from the sources as they are', async () => {
  expect(builtProgram(root)).toBeUndefined();
  const file = await build();
  expect(builtProgram(root)).toBe(file);
});

it.each([
  ['a source is changed', () => write('src/kit/clock.ts', 'tick(2);')],
  ['a source is added', () => write('src/kit/dice.ts', 'throwThem();')],
  ['a source is removed', () => rm(join(root, 'src/kit/clock.ts'))],
  ['a source is older than it was', () => utimes(join(root, 'src/main.ts'), 1, 1)],
  ['packages are changed', () => write('package-lock.json', '{"packages":{}}')],
])('is none once %s', async (_, change) => {
  await build();
  await change();
  expect(builtProgram(root)).toBeUndefined();
});

it('does not depend on tests', async () => {
  const file = await build();
  await write('src/kit/clock.test.ts', 'expect();');
  expect(builtProgram(root)).toBe(file);
});
