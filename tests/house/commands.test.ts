import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;

/** Prints on standard error which files of packages a process has loaded when it ends. */
const PRINT_LOADED = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    if (url.startsWith('file:')) process.stderr.write(url + '\\n');
    return next(url, context);
  } });
`)}`;

/** The files that a command has loaded when it ends, however it ends. */
async function loadedBy(args: readonly string[], home = root): Promise<string[]> {
  const argv = ['--import', PRINT_LOADED, join(root, 'src/main.ts'), ...args];
  const env = { ...process.env, FLORIN_HOME: home };
  const ended: unknown = await run(process.execPath, argv, { cwd: root, env }).catch((e) => e);
  const { stderr } = z.object({ stderr: z.string() }).parse(ended);
  return stderr.split('\n').filter((line) => line.startsWith('file:'));
}

it('the usage of any command is printed without loading a database, a chain or a module', async () => {
  for (const args of [['--help'], ['reconcile', '--help'], ['key', 'issue', '--help']]) {
    const loaded = await loadedBy(args);
    expect(loaded.filter((url) => url.includes('/src/processes/commands/'))).toHaveLength(5);
    const others = loaded.filter(
      (url) => !/(src\/main|processes\/commands\/[a-z]+-commands)\.ts$|\/commander\//.test(url),
    );
    expect(others).toEqual([]);
  }
});

it('what prints one value of the sandbox loads neither database, nor chain, nor API', async () => {
  const home = await mkdtemp(join(tmpdir(), 'florin-commands-'));
  try {
    const loaded = await loadedBy(['sandbox', 'apiKey'], home);
    expect(loaded.some((url) => url.endsWith('/print-sandbox.ts'))).toBe(true);
    expect(loaded.filter((url) => /node_modules\/(pg|kysely|fastify|viem|ox)\//.test(url))).toEqual(
      [],
    );
  } finally {
    await rm(home, { recursive: true });
  }
});
