import { describe, expect, it } from 'vitest';
import { readOlderForm } from './creation-rules.ts';

const amount = '12.5';
const older = {
  amount,
  payee: '0x1111111111111111111111111111111111111111',
  invoiceCurrency: 'USDC-base',
  paymentCurrency: 'USDC-base',
};

describe('the older form of an item', () => {
  it('is not there where none of its fields is', () => {
    expect(readOlderForm({ amount }, 'requests[0]')).toBeUndefined();
    expect(readOlderForm({ amount, destinationId: 'any' }, 'requests[0]')).toBeUndefined();
  });

  it('names a payee and both currencies', () => {
    const { amount: _, ...named } = older;
    expect(readOlderForm(older, 'requests[0]')).toEqual(named);
  });

  it.each([
    ['with a destination', { ...older, destinationId: 'x' }, 'requests[0] has both destinationId'],
    ['without a payee', { ...older, payee: undefined }, 'requests[0].payee is required'],
    [
      'without an invoice currency',
      { ...older, invoiceCurrency: undefined },
      'requests[0].invoiceCurrency is required',
    ],
    [
      'without a payment currency',
      { ...older, paymentCurrency: undefined },
      'requests[0].paymentCurrency is required',
    ],
  ])('is refused %s', (_, item, message) => {
    expect(() => readOlderForm(item, 'requests[0]')).toThrow(message);
  });
});
