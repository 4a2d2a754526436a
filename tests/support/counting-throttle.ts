import type { Throttle } from '#platform/throttle.ts';

/** A throttle of one window that never ends: it counts in memory by rule and subject, until it is emptied. */
export function countingThrottle(): Throttle & { empty(): void } {
  const taken = new Map<string, number>();
  return {
    take: async ({ name, attempts, windowSeconds }, subject) => {
      const key = `${name} ${subject}`;
      const count = (taken.get(key) ?? 0) + 1;
      taken.set(key, count);
      return count > attempts ? windowSeconds : 0;
    },
    clear: async ({ name }, subject) => {
      taken.delete(`${name} ${subject}`);
    },
    empty: () => taken.clear(),
  };
}
