import { describe, expect, it } from 'vitest';
import { nextCheckAt } from './next-check.ts';

const NOW = new Date('2026-01-02T03:04:05.000Z');
const LEFT = { status: 'source_confirmed', statusSince: NOW, checks: 100, isFinal: false } as const;

describe('the pause of an intent', () => {
  it.each<[number, number]>([
    [0, 30],
    [1, 30],
    [20, 30],
    [21, 60],
    [100, 150],
  ])(
    'of a link with %i on their way is %i seconds at most: its intents share what is read',
    (openOfLink, seconds) => {
      const due = nextCheckAt({ ...LEFT, openOfLink }, NOW);
      expect(due).toEqual(new Date(NOW.getTime() + seconds * 1_000));
    },
  );
});
