import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PLANTED } from './planted-violations.ts';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;
const bin = join(root, 'node_modules/.bin/depcruise');

const Cruised = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

const Rules = z.object({ forbidden: z.array(z.object({ name: z.string() })) });

/** Cruises folders of a copy of the project and returns what was found there. */
async function cruise(copy: string, folders: readonly string[]) {
  const argv = [bin, ...folders, '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const options = { cwd: copy, maxBuffer: 64 * 1024 * 1024 };
  // The cruiser's exit code is the number of violations; its output is what matters here.
  const found: unknown = await run(process.execPath, argv, options).catch((error) => error);
  const { stdout } = z.object({ stdout: z.string() }).parse(found);
  return Cruised.parse(JSON.parse(stdout)).summary;
}

// That there are none is what `npm run check` finds, with the same cruiser.
describe('imports', () => {
  it('that break a rule are found: one is planted for every rule', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'florin-imports-'));
    try {
      await plant(copy);
      const { violations } = await cruise(copy, ['src', 'web', 'sdk']);
      const caught = new Set(violations.map(({ rule, from }) => `${rule.name} in ${from}`));
      for (const { rule, from } of PLANTED) expect(caught).toContain(`${rule} in ${from}`);
    } finally {
      await rm(copy, { recursive: true });
    }
  });

  it('have a planted violation of every rule', () => {
    const config: unknown = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'));
    const rules = Rules.parse(config).forbidden.map(({ name }) => name);
    expect([...new Set(PLANTED.map(({ rule }) => rule))].sort()).toEqual(rules.sort());
  });
});

/** Writes a small project in which every rule is broken once. */
async function plant(copy: string): Promise<void> {
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await writeFile(join(copy, path), text);
  };
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'tsconfig.base.json']) {
    await cp(join(root, file), join(copy, file));
  }
  const versions = {
    dependencies: { fastify: '1.0.0', kysely: '1.0.0', viem: '1.0.0' },
    devDependencies: { vite: '1.0.0' },
  };
  await write('package.json', JSON.stringify({ name: 'planted', type: 'module', ...versions }));
  for (const name of ['fastify', 'kysely', 'viem', 'vite']) {
    await write(
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
    );
    await write(`node_modules/${name}/index.js`, 'module.exports = {};\n');
  }
  for (const { from, text, besides = {} } of PLANTED) {
    await write(from, text);
    for (const [path, other] of Object.entries(besides)) await write(path, other);
  }
}
