import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { next } from '#kit/machine.ts';
import { MULTICALL_STATUSES, multicallEventOf, multicallMachine } from './status.ts';

const counts = fc
  .tuple(fc.integer({ min: 2, max: 1_000 }), fc.nat(), fc.nat())
  .map(([children, a, b]) => {
    const paid = a % (children + 1);
    return { children, paid, open: b % (children - paid + 1) };
  });

describe('a bundle', () => {
  it.each([
    [{ children: 3, paid: 3, open: 0 }, true, 'all_paid'],
    [{ children: 3, paid: 3, open: 0 }, false, 'all_paid'],
    [{ children: 3, paid: 1, open: 2 }, true, 'still_open'],
    [{ children: 3, paid: 1, open: 0 }, true, 'ended_in_part'],
    [{ children: 3, paid: 1, open: 2 }, false, 'ended_in_part'],
    [{ children: 3, paid: 0, open: 0 }, true, 'still_open'],
    [{ children: 3, paid: 0, open: 3 }, false, 'ended_unpaid'],
  ] as const)('with %j, in time %j: %s', (totals, isInTime, event) => {
    expect(multicallEventOf(totals, { isInTime })).toBe(event);
  });

  it('reaches the same end from every state, by any path', () => {
    fc.assert(
      fc.property(counts, counts, fc.constantFrom(...MULTICALL_STATUSES), (before, after, from) => {
        // Its time is up, so that no way leads back to pending.
        const move = (status: typeof from, totals: typeof before) =>
          next(multicallMachine, status, multicallEventOf(totals, { isInTime: false })) ?? status;
        const straight = move(from, after);
        const detour = move(move(from, before), after);
        expect(detour).toBe(straight);
        const { paid, children } = after;
        const end = paid === children ? 'completed' : paid > 0 ? 'partially_settled' : 'expired';
        expect(straight).toBe(end);
      }),
    );
  });
});
