import { describe, expect, it } from 'vitest';
import { nextReadAt, readAfterFailure } from './next-read.ts';
import type { OffRampStatus } from './status.ts';

const CREATED = new Date('2026-01-02T03:04:05.000Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** After how long the provider is asked again about a payout of an age; null is never. */
function nextReadIn(status: OffRampStatus, ageMs: number): number | null {
  const now = new Date(CREATED.getTime() + ageMs);
  const at = nextReadAt({ status, createdAt: CREATED }, now);
  return at && at.getTime() - now.getTime();
}

describe('the provider is asked about a payout', () => {
  it.each<[string, OffRampStatus, number, number | null]>([
    ['soon while somebody may just be paying', 'opened', 0, 15 * SECOND],
    ['seldom once nobody has paid for an hour', 'opened', HOUR, 10 * MINUTE],
    ['also after its order is handed out no more', 'opened', 25 * HOUR, 10 * MINUTE],
    ['until nobody has paid for 60 days', 'opened', 60 * DAY, 10 * MINUTE],
    ['and then no more', 'opened', 60 * DAY + 1, null],
    ['every two minutes while a bank works', 'sending_fiat', HOUR, 2 * MINUTE],
    ['so long as the tokens have not gone back', 'bounced', 90 * DAY, 2 * MINUTE],
    ['every six hours once the bank has the money', 'confirmed', DAY, 6 * HOUR],
    ['for 60 days, in which it can come back', 'confirmed', 60 * DAY + 1, null],
    ['never before it is ordered', 'drafted', 0, null],
    ['never once it is refunded', 'refunded', 0, null],
    ['never once it has failed', 'failed', 0, null],
    ['never once it is void', 'voided', 0, null],
  ])('%s', (...[, status, ageMs, inMs]) => {
    expect(nextReadIn(status, ageMs)).toBe(inMs);
  });

  it('less and less often while it gives no answer, ten minutes apart at most', () => {
    const waits = [0, 1, 4, 5, 1_000].map(
      (failures) => readAfterFailure(failures, CREATED).getTime() - CREATED.getTime(),
    );
    expect(waits).toEqual([30, 60, 480, 600, 600].map((seconds) => seconds * SECOND));
  });
});
