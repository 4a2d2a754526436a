import { expect, it } from 'vitest';
import { amountText } from './amount-text.ts';

it.each([
  ['0', '0'],
  ['999.5', '999.5'],
  ['4316.25', '4,316.25'],
  ['1234567.1234567', '1,234,567.1234567'],
  ['-1000', '-1,000'],
  [
    '100000000000000000000000000.000000000000000001',
    '100,000,000,000,000,000,000,000,000.000000000000000001',
  ],
])('shows %s as %s', (decimal, shown) => {
  expect(amountText(decimal)).toBe(shown);
  expect(amountText(decimal, 'USDC')).toBe(`${shown} USDC`);
});
