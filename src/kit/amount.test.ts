import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAmount, printAmount, scaleUp } from './amount.ts';
import { Refusal } from './failure.ts';

const usdc = { field: 'amount', decimals: 6, symbol: 'USDC' };

describe('an amount', () => {
  it('survives printing and parsing exactly, whatever the decimals of its currency', () => {
    const amounts = fc
      .integer({ min: 0, max: 30 })
      .chain((positions) =>
        fc.tuple(
          fc.bigInt({ min: 1n, max: 10n ** BigInt(15 + positions) - 1n }),
          fc.constant(positions),
        ),
      );
    fc.assert(
      fc.property(amounts, ([units, positions]) => {
        const rule = { field: 'amount', decimals: positions, symbol: 'X' };
        expect(parseAmount(printAmount(units, positions), rule)).toBe(units);
      }),
    );
  });

  it.each([
    ['12.5', 12_500_000n],
    ['0.000001', 1n],
    ['1', 1_000_000n],
    ['999999999999999', 999_999_999_999_999_000_000n],
    ['1.500000', 1_500_000n],
  ])('%s USDC is %s units', (text, units) => {
    expect(parseAmount(text, usdc)).toBe(units);
  });

  it.each([
    ['', 'plain decimal'],
    ['0', 'greater than 0'],
    ['0.000000', 'greater than 0'],
    ['-1', 'plain decimal'],
    ['+1', 'plain decimal'],
    ['1e3', 'plain decimal'],
    ['1.', 'plain decimal'],
    ['.5', 'plain decimal'],
    ['01', 'plain decimal'],
    ['1,5', 'plain decimal'],
    ['1.234,5', 'plain decimal'],
    [' 1', 'plain decimal'],
    ['0x10', 'plain decimal'],
    ['NaN', 'plain decimal'],
    ['Infinity', 'plain decimal'],
    ['١', 'plain decimal'],
    ['1.0000001', '7 decimals, but USDC has 6'],
    ['1000000000000000', 'too large'],
    ['9'.repeat(79), 'too large'],
    ['9'.repeat(10_000), 'plain decimal'],
  ])('refuses "%s" and names the change to make', (text, message) => {
    const parse = () => parseAmount(text, usdc);
    expect(parse).toThrow(Refusal);
    expect(parse).toThrow(message);
  });

  it('keeps its worth in other decimals, rounded up to the unit', () => {
    expect(scaleUp(1_500_000n, 6, 18)).toBe(1_500_000_000_000_000_000n);
    expect(scaleUp(1_500_000n, 6, 6)).toBe(1_500_000n);
    expect(scaleUp(1_500_000_000_000_000_000n, 18, 6)).toBe(1_500_000n);
    expect(scaleUp(1_500_000_000_000_000_001n, 18, 6)).toBe(1_500_001n);
    expect(scaleUp(0n, 18, 6)).toBe(0n);
  });

  it('is printed without trailing zeros, and with its sign', () => {
    expect(printAmount(12_500_000n, 6)).toBe('12.5');
    expect(printAmount(1n, 18)).toBe('0.000000000000000001');
    expect(printAmount(0n, 6)).toBe('0');
    expect(printAmount(-1_500_000n, 6)).toBe('-1.5');
    expect(printAmount(100n, 0)).toBe('100');
  });
});
