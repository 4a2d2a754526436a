import { describe, expect, it } from 'vitest';
import { eventFilters } from './filters.ts';
import { readEventSearch } from './search.ts';

describe('the filters in the address of the events', () => {
  it('are read as they stand there, and what is none is left out', () => {
    const search = { type: 'payment.held', about: 'Order 7', from: '2026-01-31' };
    expect(readEventSearch(search)).toEqual(search);
    expect(readEventSearch({ about: 12 })).toEqual({ about: '12' });
    expect(readEventSearch({ type: '', about: {}, to: '31.1.2026', more: 1 })).toEqual({});
  });

  it('ask for a request, a link or a reference by the form of the text', () => {
    const requestId = `01${'ab'.repeat(32)}`;
    expect(eventFilters({ about: requestId.toUpperCase() })).toEqual({ requestId });
    const token = '01KC9V7N3E5GQ0X8R2JT6WZ4MB';
    expect(eventFilters({ about: token })).toEqual({ securePaymentToken: token });
    expect(eventFilters({ about: 'Order 7' })).toEqual({ reference: 'Order 7' });
  });

  it('ask for no type that there is not', () => {
    expect(eventFilters({ type: 'toString' })).toEqual({});
    expect(eventFilters({ type: 'payment.held' })).toEqual({ type: 'payment.held' });
  });
});
