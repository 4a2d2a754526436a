import { expect, it } from 'vitest';
import { statusWord } from './status-word.ts';

it.each([
  ['cancelled', null, 'Sent back by the bank'],
  ['cancelled', 'invalidated', 'Withdrawn'],
  ['created', 'expired', 'Expired'],
  ['created', null, 'Waiting for payment'],
  ['paid', 'completed', 'Paid'],
] as const)('of one that is %s, its link %s, is: %s', (status, securePaymentStatus, word) => {
  expect(statusWord({ status, securePaymentStatus })[1]).toBe(word);
});
