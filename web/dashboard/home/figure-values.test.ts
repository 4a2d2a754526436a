import { describe, expect, it } from 'vitest';
import { byDate, datesOf, formatDuration, rangeOf } from './figure-values.ts';

describe('figures', () => {
  it('are of the last days up to today', () => {
    const { from, to } = rangeOf(30, new Date(2026, 2, 1, 12));
    expect([from, to]).toEqual(['2026-01-31', '2026-03-01']);
    expect(datesOf({ from, to })).toHaveLength(30);
    expect(datesOf({ from: '2026-02-27', to: '2026-03-01' })).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
  });

  it('have no value on days that were left out', () => {
    const days = [{ date: '2026-01-02', amount: '5' }];
    expect(byDate(['2026-01-01', '2026-01-02'], days, ({ amount }) => amount)).toEqual([
      undefined,
      '5',
    ]);
  });

  it.each([
    [0, '0 s'],
    [59.94, '59.9 s'],
    [90, '1.5 min'],
    [5_400, '1.5 h'],
    [129_600, '1.5 d'],
  ])('say %d seconds as %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});
