import { describe, expect, it } from 'vitest';
import { rowAfter } from './row-keys.ts';

describe('the keys of a table', () => {
  it.each([
    ['ArrowDown', 3, 4],
    ['ArrowUp', 3, 2],
    ['PageDown', 3, 13],
    ['PageUp', 33, 23],
    ['Home', 3, 0],
    ['End', 3, 99],
  ])('%s leads from row %i to row %i', (key, from, to) => {
    expect(rowAfter(key, from, 100)).toBe(to);
  });

  it('stay within the rows', () => {
    expect(rowAfter('ArrowUp', 0, 5)).toBe(0);
    expect(rowAfter('PageDown', 3, 5)).toBe(4);
  });

  it('lead nowhere where there is no row, or another key was pressed', () => {
    expect(rowAfter('ArrowDown', 0, 0)).toBeUndefined();
    expect(rowAfter('a', 1, 5)).toBeUndefined();
  });
});
