import { describe, expect, it } from 'vitest';
import {
  approvalOf,
  bridgeBody,
  bridgeCallOf,
  checkBridge,
} from '../../../tests/support/bridge-payment.ts';
import { dataOf, FILL_BY, OTHER, QUOTED_AT, word } from '../../../tests/support/route-sample.ts';

const MINUTE = 60;
const TOO_LATE = { kind: 'refused', reason: 'deadline' };

/** What the check says so many seconds after the quote. */
function checkAt(seconds: number, across: object = {}) {
  const body = bridgeBody([approvalOf(), bridgeCallOf(dataOf({ across }))]);
  return checkBridge(body, { now: (QUOTED_AT + seconds) * 1_000 });
}

describe('the times of a route', () => {
  it('are the last moments of the call and of its delivery', () => {
    expect(checkAt(0)).toMatchObject({
      deadline: (QUOTED_AT + 3_600) * 1_000,
      fillDeadline: FILL_BY * 1_000,
    });
    const fillDeadline = QUOTED_AT + 20 * MINUTE;
    expect(checkAt(0, { fillDeadline })).toMatchObject({ deadline: fillDeadline * 1_000 });
  });

  it('may be wrong by an hour, as clocks of devices are', () => {
    expect(checkAt(-61 * MINUTE)).toMatchObject({ kind: 'ok' });
    expect(checkAt(-61 * MINUTE - 1)).toEqual(TOO_LATE);
    expect(checkAt(118 * MINUTE)).toMatchObject({ kind: 'ok' });
    expect(checkAt(118 * MINUTE + 1)).toEqual(TOO_LATE);
  });

  it('are refused where they fit no clock', () => {
    // The quote is good from now on for an hour, by a clock that is right or wrong.
    expect(checkAt(0, { fillDeadline: QUOTED_AT + 4 * MINUTE - 1 })).toEqual(TOO_LATE);
    expect(checkAt(0, { fillDeadline: QUOTED_AT + 4 * MINUTE })).toMatchObject({ kind: 'ok' });
    const latest = QUOTED_AT + (360 + 59) * MINUTE;
    expect(checkAt(0, { fillDeadline: latest })).toMatchObject({ kind: 'ok' });
    expect(checkAt(0, { fillDeadline: latest + 1 })).toEqual(TOO_LATE);
    expect(checkAt(0, { fillDeadline: 0 })).toEqual(TOO_LATE);
    expect(checkAt(0, { fillDeadline: 2 ** 32 - 1 })).toEqual(TOO_LATE);
    expect(checkAt(0, { quoteTimestamp: 0 })).toEqual(TOO_LATE);
    expect(checkAt(0, { quoteTimestamp: 2 ** 32 - 1 })).toEqual(TOO_LATE);
  });

  it('leave one relayer alone for five minutes', () => {
    const alone = (exclusivityParameter: number) =>
      checkAt(0, { exclusiveRelayer: word(OTHER), exclusivityParameter });
    expect(alone(5 * MINUTE)).toMatchObject({ kind: 'ok' });
    expect(alone(5 * MINUTE + 1)).toEqual(TOO_LATE);
    expect(alone(31_536_000)).toEqual(TOO_LATE);
    // As a time, by a clock that is 58 minutes behind.
    expect(alone(QUOTED_AT + 63 * MINUTE)).toMatchObject({ kind: 'ok' });
    expect(alone(QUOTED_AT + 63 * MINUTE + 1)).toEqual(TOO_LATE);
  });
});
