import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { programFile, SOURCE } from '../support/program.ts';

/** What `npm start` and `npx florin` run: the program that an earlier start has built, or the sources. */
const STARTED = fileURLToPath(new URL('../../bin/florin.js', import.meta.url));

const usageOf = (file: string) => promisify(execFile)(process.execPath, [file, '--help']);

it('the program that tests start is built from its sources, and describes the same commands', async () => {
  expect(programFile()).not.toBe(SOURCE);
  const usage = await usageOf(programFile());
  expect(usage).toEqual(await usageOf(SOURCE));
  expect(usage).toEqual(await usageOf(STARTED));
  expect(usage.stdout).toContain('Commands:');
});
