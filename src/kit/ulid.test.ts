import { describe, expect, it } from 'vitest';
import { manualClock } from './clock.ts';
import { idMaker, isUlid } from './ulid.ts';

describe('ids', () => {
  it('sort by creation, also within one millisecond', () => {
    const make = idMaker(manualClock(new Date('2026-01-02T03:04:05.000Z')));
    const ids = Array.from({ length: 1_000 }, make);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(1_000);
    expect(ids.every(isUlid)).toBe(true);
  });

  // Half of the characters, or a page of chance used twice, would make tokens easier to guess.
  it('are drawn anew for each millisecond, from all characters alike', () => {
    let time = 1_700_000_000_000;
    const make = idMaker(() => new Date(time++));
    const drawn = Array.from({ length: 10_000 }, () => make().slice(10));
    expect(new Set(drawn).size).toBe(10_000);
    const counts = new Map<string, number>();
    for (const char of drawn.join('')) counts.set(char, (counts.get(char) ?? 0) + 1);
    expect(counts.size).toBe(32);
    const mean = 160_000 / 32;
    for (const count of counts.values()) expect(Math.abs(count - mean)).toBeLessThan(mean * 0.1);
  });

  it.each(['', 'x', '01K000000000000000000000U!', `${'0'.repeat(26)}0`, "'; drop table"])(
    'are not "%s"',
    (text) => {
      expect(isUlid(text)).toBe(false);
    },
  );
});
