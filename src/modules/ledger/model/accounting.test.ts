import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNITS_MAX } from '#kit/amount.ts';
import { countedFeeUnits, isLate, totalsOf } from './accounting.ts';

const expected = fc.bigInt({ min: 1n, max: UNITS_MAX });
const paid = fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 2n ** 80n }), expected);

describe('totals of payments', () => {
  it('conserves money: paid is requested, less outstanding, plus excess', () => {
    fc.assert(
      fc.property(expected, paid, (expectedUnits, paidUnits) => {
        const totals = totalsOf(expectedUnits, paidUnits);
        expect(totals.expectedUnits - totals.missingUnits + totals.excessUnits).toBe(paidUnits);
        expect(totals.missingUnits === 0n || totals.excessUnits === 0n).toBe(true);
        expect(totals.missingUnits >= 0n && totals.excessUnits >= 0n).toBe(true);
      }),
    );
  });

  it('is full exactly when nothing is outstanding', () => {
    fc.assert(
      fc.property(expected, paid, (expectedUnits, paidUnits) => {
        const { amounts, missingUnits } = totalsOf(expectedUnits, paidUnits);
        expect(amounts === 'full').toBe(missingUnits === 0n);
        expect(amounts === 'none').toBe(paidUnits === 0n);
      }),
    );
  });

  it.each([
    [10n, 0n, 'none'],
    [10n, 9n, 'partial'],
    [10n, 10n, 'full'],
    [10n, 11n, 'full'],
    [1n, 1n, 'full'],
  ] as const)('of %s with %s paid is %s', (expectedUnits, paidUnits, amounts) => {
    expect(totalsOf(expectedUnits, paidUnits).amounts).toBe(amounts);
  });
});

describe('lateness', () => {
  const deadline = new Date('2026-01-02T03:04:05.000Z');
  it('begins after the deadline and not with it', () => {
    expect(isLate(deadline, deadline)).toBe(false);
    expect(isLate(new Date(deadline.getTime() + 1), deadline)).toBe(true);
  });
});

describe('a fee', () => {
  it('counts only when it went to the address in the request', () => {
    const seen = { feeUnits: 5n, feeAddress: '0xA' };
    expect(countedFeeUnits({ feeAddress: '0xA' }, seen)).toBe(5n);
    expect(countedFeeUnits({ feeAddress: '0xB' }, seen)).toBe(0n);
    expect(countedFeeUnits({ feeAddress: null }, seen)).toBe(0n);
  });
});
