import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { showAmount } from './amount.ts';

const languages = readdirSync('web/ui/messages', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe('an amount', () => {
  it.each([
    [0n, 6, '0.00'],
    [5n, 6, '0.000005'],
    [12_500_000n, 6, '12.50'],
    [999_000_000n, 6, '999.00'],
    [1_234_000_000n, 6, '1,234.00'],
    [12_345_678_900_000n, 6, '12,345,678.90'],
    [1_000_000n, 0, '1,000,000'],
    [
      2n ** 256n - 1n,
      77,
      '1.15792089237316195423570985008687907853269984665640564039457584007913129639935',
    ],
  ])('of %s units with %s decimals is %s', (units, decimals, text) => {
    expect(showAmount(units, decimals)).toBe(text);
  });

  it.each(languages)('is written in %s as its locale writes numbers', async (language) => {
    const { LOCALE, GROUP_SIGN, DECIMAL_SIGN, GROUPED_FROM } = await import(
      `./messages/${language}/language.ts`
    );
    const grouped = (digits: string) =>
      digits.length < GROUPED_FROM ? digits : digits.replace(/\B(?=(...)+$)/g, GROUP_SIGN);
    const numbers = [1, 12, 123, 1_234, 12_345, 123_456, 1_234_567, 1_234_567_890];
    expect(numbers.map((one) => `${grouped(String(one))}${DECIMAL_SIGN}5`)).toEqual(
      numbers.map((one) => new Intl.NumberFormat(LOCALE).format(one + 0.5)),
    );
  });
});
