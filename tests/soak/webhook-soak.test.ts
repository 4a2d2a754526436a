import { expect, it } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { runSoak } from './run-soak.ts';

// The same as `npm run soak`, with fewer events.
const EVENTS = 1_000;
const KILLS = 10;
/** It takes about 100 s, two thirds of which it waits for the leases of who was killed last; the rest is for a machine that is busy with other tests. */
const TIMEOUT_MS = 900_000;

it(
  'of every event sent to good and bad receivers by workers that are killed, nothing is lost',
  async () => {
    await using database = await testDatabase();
    const verdict = await runSoak({ databaseUrl: database.url, events: EVENTS, kills: KILLS });
    expect(verdict.problems).toEqual([]);
    expect(verdict.deliveries).toBe(3 * EVENTS);
    expect(verdict.underWay).toHaveLength(KILLS);
    const underWay = verdict.underWay.reduce((sum, count) => sum + count, 0);
    // Kills that catch nothing would prove nothing.
    expect(underWay).toBeGreaterThan(0);
    expect(verdict.repeated).toBeLessThanOrEqual(underWay);
  },
  TIMEOUT_MS,
);
