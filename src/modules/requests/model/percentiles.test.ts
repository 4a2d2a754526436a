import fc from 'fast-check';
import { expect, it } from 'vitest';
import { percentileOf, sortDurations } from './percentiles.ts';

const anyLists = fc
  .array(fc.array(fc.integer({ min: 0, max: 5_000_000_000 }), { maxLength: 20 }), { maxLength: 6 })
  .filter((lists) => lists.some(({ length }) => length > 0));

/** As percentile_cont of SQL defines it. */
function plainly(milliseconds: readonly number[], share: number): number {
  const sorted = milliseconds.map((ms) => ms / 1_000).toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return Math.round((low + (place - Math.floor(place)) * (high - low)) * 1_000) / 1_000;
}

it('percentiles of several sorted lists are those of all of their durations', () => {
  fc.assert(
    fc.property(anyLists, fc.constantFrom(0, 0.5, 0.95, 1), (lists, share) => {
      const durations = lists.map((list) =>
        sortDurations([Float64Array.from(list, (ms) => ms / 1_000)]),
      );
      expect(percentileOf(durations, share)).toBe(plainly(lists.flat(), share));
    }),
  );
});

it('percentiles of one duration are itself', () => {
  expect(percentileOf([new Float64Array([12.345])], 0.95)).toBe(12.345);
});

it('durations of parts are sorted as numbers', () => {
  expect([...sortDurations([new Float64Array([10, 9]), new Float64Array([100])])]).toEqual([
    9, 10, 100,
  ]);
});
