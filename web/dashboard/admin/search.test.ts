import { expect, it } from 'vitest';
import { readAccountSearch, readCursorSearch } from './search.ts';

it('reads what accounts are searched by, and leaves out what is none', () => {
  expect(readAccountSearch({ search: 'ada@', cursor: '01KC', other: 'x' })).toEqual({
    search: 'ada@',
    cursor: '01KC',
  });
  expect(readAccountSearch({ search: '', cursor: 7 })).toEqual({});
  expect(readAccountSearch({ search: ['a'], cursor: {} })).toEqual({});
});

it('cuts off what no address of the API would take', () => {
  expect(readAccountSearch({ search: 'x'.repeat(300) }).search).toHaveLength(254);
  expect(readCursorSearch({ cursor: 'x'.repeat(300) }).cursor).toHaveLength(254);
  expect(readCursorSearch({})).toEqual({});
});
