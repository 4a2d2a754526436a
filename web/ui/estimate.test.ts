import { expect, it } from 'vitest';
import { showEstimate } from './estimate.ts';

/** Without the characters that keep it from left to right. */
const shown = (...parts: Parameters<typeof showEstimate>) =>
  showEstimate(...parts).replaceAll(/[\u2066-\u2069\u200e]/g, '');

it('shows the two digits that mean something, and what that is in dollars', () => {
  expect(shown('0.00019123', 'ETH')).toBe('0.00019 ETH');
  expect(shown('0.00019123', 'ETH', '0.6119')).toBe('0.00019 ETH (US$0.61)');
  expect(shown('0.0041', 'ETH', '13.12')).toBe('0.0041 ETH (US$13.12)');
});

it('says of what is less than a cent that it is', () => {
  expect(shown('0.0000001', 'ETH', '0.00032')).toBe('0.0000001 ETH (< US$0.01)');
});
