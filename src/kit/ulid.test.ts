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

  it.each(['', 'x', '01K000000000000000000000U!', `${'0'.repeat(26)}0`, "'; drop table"])(
    'are not "%s"',
    (text) => {
      expect(isUlid(text)).toBe(false);
    },
  );
});
