import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { programFile, SOURCE } from '../support/program.ts';

const usageOf = (file: string) => promisify(execFile)(process.execPath, [file, '--help']);

it('the program that tests start is built from its sources, and describes the same commands', async () => {
  expect(programFile()).not.toBe(SOURCE);
  const usage = await usageOf(programFile());
  expect(usage).toEqual(await usageOf(SOURCE));
  expect(usage.stdout).toContain('Commands:');
});
