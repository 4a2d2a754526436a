import { beforeAll, describe, expect, it } from 'vitest';
import { addDiagnosis } from '../../support/diagnosis.ts';
import '../../support/print-diagnosis.ts';

let lines = 'started';
beforeAll(() => void addDiagnosis('the process of the file', () => lines));

it('passes', () => {
  addDiagnosis('the page of a test that passed', () => 'never printed');
  expect(lines).toBe('started');
});

it('fails', async () => {
  const page = addDiagnosis('the page of the test', () => lines);
  lines = 'as the page was closed';
  await page.readNow();
  lines = 'as the test failed';
  addDiagnosis('what is broken', () => Promise.reject(new Error('it is gone')));
  expect(lines).toBe('');
});

describe('before any test', () => {
  beforeAll(() => {
    throw new Error('nothing starts');
  });

  it('is not run', () => expect(lines).toBe(''));
});
