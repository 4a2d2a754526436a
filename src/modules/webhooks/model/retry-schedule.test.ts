import { describe, expect, it } from 'vitest';
import { judgeAttempt, RETRY_DELAYS_MS } from './retry-schedule.ts';

const judge = (retryCount: number, status: number | undefined) =>
  judgeAttempt({ retryCount, status }, RETRY_DELAYS_MS);

describe('an attempt', () => {
  it.each([200, 201, 204, 299])('answered %i is accepted, whichever it was', (status) => {
    for (const retryCount of [0, 1, 2, 3]) {
      expect(judge(retryCount, status)).toEqual({ event: 'accepted', waitMs: undefined });
    }
  });

  it.each([undefined, 199, 300, 301, 404, 410, 500, 503])(
    'answered %s is tried again after 1, 5 and 15 seconds, and no more',
    (status) => {
      expect([0, 1, 2, 3].map((retryCount) => judge(retryCount, status))).toEqual([
        { event: 'refused', waitMs: 1_000 },
        { event: 'refused', waitMs: 5_000 },
        { event: 'refused', waitMs: 15_000 },
        { event: 'exhausted', waitMs: undefined },
      ]);
    },
  );
});
