import process from 'node:process';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { beginTest, endFile, endTest, readDiagnosis } from './diagnosis.ts';
import { workAtFileEnd } from './file-end.ts';

// A set-up file of every project: its hooks run around those of the test file.
let isPrinted = false;

beforeEach(() => beginTest());

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await print(task.name);
  endTest();
});

// biome-ignore lint/correctness/noEmptyPattern: the file is the second argument, and the first must be a pattern
afterAll(async ({}, file) => {
  // What failed before the first test, as a world that did not start as it should.
  if (!isPrinted && file.result?.state === 'fail') await print(file.name);
  isPrinted = false;
  endFile();
  await workAtFileEnd();
});

async function print(name: string): Promise<void> {
  const text = await readDiagnosis();
  isPrinted = true;
  if (text === '') return;
  process.stderr.write(`\nWhat is known of the failure of "${name}":\n${text}\n\n`);
}
