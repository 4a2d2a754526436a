import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startOf } from '#platform/process-table.ts';
import { buildProgram as build } from '../../scripts/build-program.ts';

/** What starts the program where it was not built. */
export const SOURCE = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
/** Below the packages, so that those which stay outside are found. */
const PROGRAMS = fileURLToPath(new URL('../../node_modules/.cache/florin-tests', import.meta.url));
/** Where workers, which inherit the environment, find what was built for the run. */
const BUILT = 'FLORIN_TESTS_PROGRAM';

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
  // One folder down, so that what the program compiles is kept in this folder too.
  process.env[BUILT] = await build(join(folder, 'program'));
  return async () => {
    delete process.env[BUILT];
    await rm(folder, { recursive: true, force: true });
  };
}

/** A run that was killed could not clear up after itself. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(PROGRAMS).catch(() => [])) {
    if ((await startOf(Number(name))) !== undefined) continue;
    await rm(join(PROGRAMS, name), { recursive: true, force: true });
  }
}
