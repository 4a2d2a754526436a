import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { openCounter } from './count-calls.ts';
import { type OpenDatabase, openDatabase } from './pool.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let open: OpenDatabase;
beforeAll(async () => {
  database = await testDatabase();
  open = openDatabase(database.url, { log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await open.close();
  await database[Symbol.asyncDispose]();
});

const START_MS = Date.parse('2026-01-02T03:04:05Z');

/** A counter with windows of a minute, and its clock. */
function counter() {
  const clock = { nowMs: START_MS };
  const { count, block } = openCounter(open.pool, { windowMs: 60_000, nowMs: () => clock.nowMs });
  const consumed = async (key: string, points = 1) => (await count({ key, points })).consumed;
  return { clock, count, block, consumed };
}

describe('a counter', () => {
  it('counts calls of the same moment one after the other, each against its own caller', async () => {
    const { consumed } = counter();
    await consumed('turn:b', 10);
    const calls = [['turn:a', 1] as const, ['turn:b', 5] as const, ['turn:a', 2] as const];
    const counts = await Promise.all([...calls, ...calls].map(([key, n]) => consumed(key, n)));
    expect(counts).toEqual([1, 15, 3, 4, 20, 6]);
  });

  it('tells each of a thousand calls of the same moment a number of its own', async () => {
    const [one, two] = [counter(), counter()];
    const calls = Array.from({ length: 500 }, () => [one, two]).flat();
    const counts = await Promise.all(calls.map(({ consumed }) => consumed('crowd')));
    expect(counts.toSorted((a, b) => a - b)).toEqual(calls.map((_, i) => i + 1));
  });

  it('begins anew when the window is over, and not before', async () => {
    const { clock, count } = counter();
    const ask = () => count({ key: 'window', points: 1 });
    expect(await ask()).toEqual({ consumed: 1, endsAtMs: START_MS + 60_000 });
    clock.nowMs += 59_999;
    expect(await ask()).toEqual({ consumed: 2, endsAtMs: START_MS + 60_000 });
    clock.nowMs += 1;
    expect(await Promise.all([ask(), ask()])).toEqual([
      { consumed: 1, endsAtMs: START_MS + 120_000 },
      { consumed: 2, endsAtMs: START_MS + 120_000 },
    ]);
  });

  it('goes on from a block until that is over', async () => {
    const { clock, count, block } = counter();
    await block('blocked', { consumed: 600, endsAtMs: START_MS + 300_000 });
    expect(await count({ key: 'blocked', points: 1 })).toEqual({
      consumed: 601,
      endsAtMs: START_MS + 300_000,
    });
    clock.nowMs += 300_000;
    expect((await count({ key: 'blocked', points: 1 })).consumed).toBe(1);
  });

  it('of several processes never waits for itself, in whichever order the callers come', async () => {
    const keys = Array.from({ length: 50 }, (_, i) => `order:${i}`);
    const rounds = Array.from({ length: 20 }, (_, i) => (i % 2 ? keys : keys.toReversed()));
    const counts = await Promise.all(
      rounds.flatMap((round) => {
        const { consumed } = counter();
        return round.map((key) => consumed(key));
      }),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(keys.length * 210);
  });

  it('counts a caller whose name fits nowhere as failed, and its neighbours as counted', async () => {
    const { consumed } = counter();
    const ends = await Promise.allSettled(
      ['n'.repeat(256), 'neighbour'].map((key) => consumed(key)),
    );
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
