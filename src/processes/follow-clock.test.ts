import { pino } from 'pino';
import { expect, it } from 'vitest';
import { offsetClock } from '#kit/clock.ts';
import { claimDatabase } from '#platform/db/claim-database.ts';
import type { Listening } from '#platform/db/listen.ts';
import { CLOCK_CHANNEL, moveClock } from '#platform/db/sandbox-clock.ts';
import { testDatabase } from '../../tests/support/database.ts';
import { followClock, setClock } from './follow-clock.ts';

const START = new Date('2026-01-02T03:04:05.000Z');
const DAY_MS = 86_400_000;
const log = pino({ level: 'silent' });

/** Remembers who listens to the moved clock. */
function scriptedListening() {
  const listeners: (() => void)[] = [];
  const listening: Listening = {
    wake: (channel, listener) => {
      if (channel === CLOCK_CHANNEL) listeners.push(() => listener(''));
      return () => undefined;
    },
    notifier: { isReady: () => false, send: () => undefined },
    ready: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return { listening, listeners };
}

it('shows the time of the database from the start, and calls who waits after each move', async () => {
  await using test = await testDatabase();
  const { db } = test;
  await claimDatabase(db, 'sandbox', START);
  const move = () =>
    moveClock(db, { aheadMs: DAY_MS, movedAt: START, moveOthers: async () => undefined });
  await move();
  const clock = offsetClock(() => START);
  const moves: string[] = [];
  clock.onMove(() => moves.push(clock.now().toISOString()));
  await setClock({ db, mode: 'sandbox', clock });
  expect(moves).toEqual(['2026-01-03T03:04:05.000Z']);
  const { listening, listeners } = scriptedListening();
  followClock({ db, mode: 'sandbox', clock, listening, log });
  await move();
  for (const listener of listeners) listener();
  await expect.poll(() => moves).toEqual([expect.anything(), '2026-01-04T03:04:05.000Z']);
});

it('is never moved in production, which refuses a database that says otherwise', async () => {
  await using test = await testDatabase();
  const { db } = test;
  await claimDatabase(db, 'production', START);
  const clock = offsetClock(() => START);
  await setClock({ db, mode: 'production', clock });
  const { listening, listeners } = scriptedListening();
  followClock({ db, mode: 'production', clock, listening, log });
  expect(listeners).toEqual([]);
  const row = { offset_ms: BigInt(DAY_MS), moved_at: START };
  await db.insertInto('sandbox_clock').values(row).execute();
  await expect(setClock({ db, mode: 'production', clock })).rejects.toThrow('was moved');
  expect(clock.now()).toEqual(START);
});
