import { describe, expect, it } from 'vitest';
import { splitIntoChunks } from './chunks.ts';

describe('chunks', () => {
  it('hold every item once, in order, at most so many each', () => {
    expect([...splitIntoChunks([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
    expect([...splitIntoChunks([1, 2], 2)]).toEqual([[1, 2]]);
  });

  it('of nothing are none', () => {
    expect([...splitIntoChunks([], 3)]).toEqual([]);
  });

  it('that could hold nothing are a bug, not an endless loop', () => {
    expect(() => [...splitIntoChunks([1], 0)]).toThrow('a chunk holds at least one item');
  });
});
