import { describe, expect, it } from 'vitest';
import { manualClock } from './clock.ts';
import { idMaker, isUlid, lowestUlid, orderedIdMaker } from './ulid.ts';

const MOMENT = new Date('2026-01-02T03:04:05.000Z');
const CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The 80 random bits of a ULID as a number. */
const randomBitsOf = (id: string) =>
  [...id.slice(10)].reduce((sum, char) => sum * 32n + BigInt(CHARACTERS.indexOf(char)), 0n);

describe('ids', () => {
  // Of n = 100,000 draws from 2^80, two given ones are at most g apart with a probability of about
  // (2g + 1) / 2^80, and there are n(n - 1) / 2 < 2^32.3 pairs. For g = 2^16 some pair is that close
  // with a probability below 2^32.3 * 2^17.1 / 2^80 < 2^-30: once in a billion runs of this test.
  const CLOSEST_AT_RANDOM = 1n << 16n;

  it('of one millisecond are no closer to each other than randomness allows', () => {
    const make = idMaker(manualClock(MOMENT));
    const ids = Array.from({ length: 100_000 }, make);
    expect(new Set(ids.map((id) => id.slice(0, 10))).size).toBe(1);
    const sorted = [...ids].sort().map(randomBitsOf);
    const gaps = sorted.slice(1).map((bits, i) => bits - (sorted[i] ?? 0n));
    expect(gaps.filter((gap) => gap <= CLOSEST_AT_RANDOM)).toEqual([]);
    expect(ids.every(isUlid)).toBe(true);
  });

  // Half of the characters, or a page of random bytes used twice, would make tokens easier to guess.
  it('use all characters equally often', () => {
    const make = idMaker(manualClock(MOMENT));
    const ids = Array.from({ length: 10_000 }, () => make().slice(10));
    expect(new Set(ids).size).toBe(10_000);
    const counts = new Map<string, number>();
    for (const char of ids.join('')) counts.set(char, (counts.get(char) ?? 0) + 1);
    expect(counts.size).toBe(32);
    const mean = 160_000 / 32;
    for (const count of counts.values()) expect(Math.abs(count - mean)).toBeLessThan(mean * 0.1);
  });

  it('of a time are not below the lowest one of it, and below that of the next millisecond', () => {
    const ids = Array.from({ length: 100 }, idMaker(manualClock(MOMENT)));
    const [lowest, next] = [0, 1].map((ms) => lowestUlid(new Date(MOMENT.getTime() + ms)));
    expect(isUlid(String(lowest))).toBe(true);
    expect(ids.every((id) => id >= String(lowest) && id < String(next))).toBe(true);
  });

  it('that are ordered sort by creation, also within one millisecond', () => {
    const make = orderedIdMaker(manualClock(MOMENT));
    const ids = Array.from({ length: 1_000 }, make);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(1_000);
    expect(ids.every(isUlid)).toBe(true);
  });

  it.each([idMaker, orderedIdMaker])('are the same for the same randomness', (maker) => {
    const seeded = () => {
      let state = 7;
      return () => {
        state = (state * 16_807) % 2_147_483_647;
        return state / 2_147_483_647;
      };
    };
    const next = () => Array.from({ length: 10 }, maker(manualClock(MOMENT), seeded()));
    expect(next()).toEqual(next());
  });

  it.each(['', 'x', '01K000000000000000000000U!', `${'0'.repeat(26)}0`, "'; drop table"])(
    'are not "%s"',
    (text) => {
      expect(isUlid(text)).toBe(false);
    },
  );
});
