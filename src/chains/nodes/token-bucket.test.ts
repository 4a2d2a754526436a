import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTokenBucket } from './token-bucket.ts';

const PER_SECOND = 10;

/** A bucket whose time passes only by waiting, or when a test advances it. */
function bucketInTime(perSecond = PER_SECOND) {
  let nowMs = 5_000;
  const take = openTokenBucket(perSecond, {
    elapsedMs: () => nowMs,
    sleep: async (ms) => {
      nowMs += ms;
    },
  });
  return {
    /** Requests one set of permits after another at once; returns when each passed, in milliseconds. */
    pass: async (...sets: readonly number[]) => {
      const passed = sets.map((questions) => take(questions).then(() => Math.round(nowMs - 5_000)));
      return await Promise.all(passed);
    },
    rest: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('a limit of ten questions a second', () => {
  it('lets those of one second pass at once, and then one each tenth of a second', async () => {
    const { pass } = bucketInTime();
    const passed = await pass(...Array<number>(15).fill(1));
    expect(passed).toEqual([...Array<number>(10).fill(0), 100, 200, 300, 400, 500]);
  });

  it('lets what belongs together pass together, and what comes after it wait the longer', async () => {
    const { pass } = bucketInTime();
    expect(await pass(25, 1, 1)).toEqual([0, 1_600, 1_700]);
  });

  it('accumulates no more than a second of permits', async () => {
    const { pass, rest } = bucketInTime();
    await pass(10);
    rest(60_000);
    expect(await pass(...Array<number>(12).fill(1))).toEqual([
      ...Array<number>(10).fill(60_000),
      60_100,
      60_200,
    ]);
  });
});

it('in no interval passes more than the limit, besides one burst and one set', async () => {
  const queries = fc.array(
    fc.record({ restMs: fc.nat(3_000), questions: fc.integer({ min: 1, max: 40 }) }),
    {
      minLength: 1,
      maxLength: 40,
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100 }), queries, async (perSecond, queries) => {
      const { pass, rest } = bucketInTime(perSecond);
      const passed: { readonly atMs: number; readonly questions: number }[] = [];
      for (const { restMs, questions } of queries) {
        rest(restMs);
        for (const atMs of await pass(questions)) passed.push({ atMs, questions });
      }
      const largest = Math.max(...queries.map(({ questions }) => questions));
      for (const [i, first] of passed.entries()) {
        let sum = 0;
        for (const { atMs, questions } of passed.slice(i)) {
          sum += questions;
          const mayMs = atMs - first.atMs + 1;
          expect(sum).toBeLessThanOrEqual(perSecond + (mayMs * perSecond) / 1_000 + largest);
        }
      }
    }),
    { numRuns: 50 },
  );
});
