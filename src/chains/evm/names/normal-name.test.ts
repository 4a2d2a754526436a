import fc from 'fast-check';
import { normalize } from 'viem/ens';
import { expect, it } from 'vitest';
import { isNormalName } from './normal-name.ts';

function isNormal(name: string): boolean {
  try {
    return normalize(name) === name;
  } catch {
    return false;
  }
}

it('is what the standard says, also of names that need none of its tables', async () => {
  const letters = fc.constantFrom(...'abz019-_$.AZ ü’а');
  const names = fc.string({ unit: letters, minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(names, async (name) => {
      const hasDot = name.includes('.');
      expect(await isNormalName(name)).toBe(hasDot && isNormal(name));
    }),
    {
      numRuns: 2_000,
      examples: [['ab--cd.eth'], ['xn--a.eth'], ['-.-'], ['_a.eth'], ['a_.eth'], ['.eth']],
    },
  );
});
