import { beforeAll, expect, it } from 'vitest';
import { addDiagnosis } from '../../support/diagnosis.ts';
import '../../support/print-diagnosis.ts';

beforeAll(() => {
  addDiagnosis('the process that did not do', () => 'printed before any test');
  throw new Error('nothing starts');
});

it('is not run', () => expect(0).toBe(1));
