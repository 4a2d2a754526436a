import { expect, it } from 'vitest';
import { relayedDatabase } from '../support/relayed-database.ts';
import { runStorm } from './run-storm.ts';

// The same as `npm run storm`, for a shorter time.
const SECONDS = 20;
/** Most of it is for coming to rest on a machine that is busy with other tests. */
const TIMEOUT_MS = 600_000;

it(
  'of two servers, two workers and two watchers one is killed each second, and the database once: nothing is lost, doubled or invented (S2)',
  async () => {
    await using database = await relayedDatabase();
    const verdict = await runStorm({ database, seconds: SECONDS, seed: 1, databaseCrashes: 1 });
    expect(verdict.problems).toEqual([]);
    // A storm in which nobody died or paid would prove nothing; a busy machine starts processes slower than it kills.
    expect(verdict.kills).toBeGreaterThanOrEqual(SECONDS / 2);
    expect(verdict.payments).toBeGreaterThan(0);
    expect(verdict.sent).toBeGreaterThan(0);
    expect(verdict.unanswered).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);
