import { describe, expect, it } from 'vitest';
import { nextSearchAt, searchFrom } from './deposit-search.ts';

const NOW = new Date('2026-01-02T03:04:05.000Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const HOUR = 3_600;

describe('a search for the deposit of a fill', () => {
  // Twice the time in blocks of a second, and 5,000 for clocks that differ.
  it.each<[string, number, bigint]>([
    ['is near at first', 0, 1_000_000n - 3_720n - 5_000n],
    ['is near for five tries', 4, 1_000_000n - 3_720n - 5_000n],
    ['then goes back as far as the bridge allows', 5, 1_000_000n - 50_520n - 5_000n],
  ])('%s', (_, lookups, expected) => {
    const search = { filledAt: ago(60), lookups };
    expect(searchFrom(search, { head: 1_000_000n, blockTimeMs: 1_000, now: NOW })).toBe(expected);
  });

  it('begins at the first block of a young chain', () => {
    const search = { filledAt: NOW, lookups: 0 };
    expect(searchFrom(search, { head: 10n, blockTimeMs: 1_000, now: NOW })).toBe(0n);
  });

  it.each<[number, number]>([
    [0, 1],
    [1, 1],
    [2, 2],
    [5, 16],
    [30, 600],
  ])('that found nothing in %i tries is made again in %i seconds', (lookups, seconds) => {
    expect(nextSearchAt({ lookups, createdAt: NOW }, NOW)).toEqual(ago(-seconds));
  });

  it('is given up after a day', () => {
    expect(nextSearchAt({ lookups: 9, createdAt: ago(24 * HOUR) }, NOW)).toBeInstanceOf(Date);
    expect(nextSearchAt({ lookups: 9, createdAt: ago(24 * HOUR + 1) }, NOW)).toBeUndefined();
  });
});
