import { expect, it } from 'vitest';
import { readPayerSearch } from './search.ts';

it('reads the filters of an address, and leaves out what is none', () => {
  expect(readPayerSearch({ kycStatus: 'pending', clientUserId: 42 })).toEqual({
    kycStatus: 'pending',
    clientUserId: '42',
  });
  const wrong = { kycStatus: 'done', clientUserId: ['user-1'], email: 'ada@shop.example' };
  expect(readPayerSearch(wrong)).toEqual({});
});

it('cuts an id that is longer than any', () => {
  expect(readPayerSearch({ clientUserId: 'x'.repeat(300) }).clientUserId).toHaveLength(200);
});
