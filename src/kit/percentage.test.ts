import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPercentage, shareOf } from './percentage.ts';

describe('a percentage', () => {
  it.each(['0', '0.5', '2.5', '99.999999', '100', '100.000000'])('may be %s', (text) => {
    expect(isPercentage(text)).toBe(true);
  });

  it.each(['', '-1', '100.000001', '101', '1e1', '2,5', '5%', '.5', '1.', '0.0000001', '00'])(
    'may not be "%s"',
    (text) => {
      expect(isPercentage(text)).toBe(false);
    },
  );
});

describe('a share', () => {
  it('is rounded down to the unit', () => {
    expect(shareOf(990_000n, '2.5')).toBe(24_750n);
    expect(shareOf(1n, '99.999999')).toBe(0n);
    expect(shareOf(999n, '0.1')).toBe(0n);
    expect(shareOf(1_000n, '0.1')).toBe(1n);
  });

  it('never exceeds the exact percentage, and is less than a unit below it', () => {
    const millionths = fc.integer({ min: 0, max: 100_000_000 });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n }), millionths, (units, rate) => {
        const text = `${Math.floor(rate / 1e6)}.${String(rate % 1e6).padStart(6, '0')}`;
        const exact = units * BigInt(rate);
        const share = shareOf(units, text) * 100_000_000n;
        expect(share <= exact && exact - share < 100_000_000n).toBe(true);
      }),
    );
  });
});
