import { describe, expect, it } from 'vitest';
import { paymentFilters, readPaymentSearch } from './search.ts';

describe('the filters in the address of the payments', () => {
  it('are read as they stand there', () => {
    const search = {
      status: 'paid',
      link: 'expired',
      flow: 'incoming',
      network: 'base',
      wallet: '0xabc',
      from: '2026-01-31',
    };
    expect(readPaymentSearch(search)).toEqual(search);
    expect(readPaymentSearch({ min: 12.5, reference: 1000 })).toEqual({
      min: '12.5',
      reference: '1000',
    });
  });

  it.each([
    {},
    { status: 'unpaid', link: 'completed', flow: 1 },
    { network: '', wallet: ' ', reference: { a: 1 } },
    { from: '31.1.2026', to: '2026-13-41' },
    { more: 'x' },
  ])('are left out where they are none: %j', (search) => {
    expect(readPaymentSearch(search)).toEqual({});
  });

  it('are no longer than what could be one', () => {
    expect(readPaymentSearch({ wallet: 'x'.repeat(5_000) }).wallet).toHaveLength(128);
  });

  it('ask the API by its names, for whole days', () => {
    const {
      fromDate = '',
      toDate = '',
      ...filters
    } = paymentFilters({
      status: 'paid',
      min: '1',
      client: 'cli_1',
      from: '2026-01-31',
      to: '2026-01-31',
    });
    expect(filters).toEqual({ status: 'paid', minAmount: '1', clientId: 'cli_1' });
    expect(Date.parse(toDate) - Date.parse(fromDate)).toBe(86_400_000 - 1);
  });
});
