import { describe, expect, it } from 'vitest';
import { readDeliverySearch } from '../webhooks/search.ts';
import { readLinkSearch } from './search.ts';

describe('the filters in the address of the list', () => {
  it('are read as they stand there', () => {
    const search = { flow: 'incoming', wallet: '0xabc', page: 3 };
    expect(readLinkSearch(search)).toEqual(search);
    expect(readDeliverySearch({ status: 'failed', cursor: '01K' })).toEqual({
      status: 'failed',
      cursor: '01K',
    });
  });

  it.each([
    {},
    { flow: 'sideways', wallet: '', page: 1 },
    { flow: ['incoming'], wallet: { a: 1 }, page: -4 },
    { page: 1.5, more: 'x' },
    { page: 'two' },
  ])('are left out where they are none: %j', (search) => {
    expect(readLinkSearch(search)).toEqual({});
  });

  it('are no longer than what could be one', () => {
    expect(readLinkSearch({ wallet: 'x'.repeat(5_000) }).wallet).toHaveLength(128);
    expect(readDeliverySearch({ status: 'lost', cursor: 7 })).toEqual({});
  });
});
