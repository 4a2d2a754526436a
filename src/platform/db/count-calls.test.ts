import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { openMemoryCounter } from '../http/count-in-memory.ts';
import { plainStore } from '../http/rate-limit.ts';
import { openCounter, SLOT_MS, WINDOW_MS } from './count-calls.ts';
import { type OpenDatabase, openDatabase } from './pool.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let open: OpenDatabase;
const log = pino({ level: 'silent' });
beforeAll(async () => {
  database = await testDatabase();
  open = openDatabase(database.url, { log });
});
afterAll(async () => {
  await open.close();
  await database[Symbol.asyncDispose]();
});

/** The beginning of a slot. */
const START_MS = Date.parse('2026-01-02T03:04:05Z');

/** A counter and its clock; `ask` makes calls at the same time. */
function counter() {
  const clock = { nowMs: START_MS };
  const store = plainStore({ pool: open.pool, log });
  const { count, block } = openCounter(store, { nowMs: () => clock.nowMs });
  const send = (key: string, callsMax: number, calls = 1) =>
    Promise.all(Array.from({ length: calls }, () => count({ key, callsMax })));
  return { clock, count, block, send };
}

describe('a counter', () => {
  it('admits calls of one moment in their order, each caller up to its own limit', async () => {
    const { count } = counter();
    const calls = ['a', 'b', 'a', 'b', 'a'].map((key) =>
      count({ key: `turn:${key}`, callsMax: key === 'a' ? 2 : 9 }),
    );
    expect((await Promise.all(calls)).map((it) => [it.allowed, it.used, it.refused])).toEqual([
      [true, 1, 0],
      [true, 1, 0],
      [true, 2, 0],
      [true, 2, 0],
      [false, 2, 1],
    ]);
  });

  it('admits exactly the limit of a thousand calls that two processes count at once', async () => {
    const [one, two] = [counter(), counter()];
    const counts = (
      await Promise.all([one.send('crowd', 300, 500), two.send('crowd', 300, 500)])
    ).flat();
    const allowed = counts.filter((it) => it.allowed).map((it) => it.used);
    expect(allowed.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
    expect(Math.max(...counts.map((it) => it.refused))).toBe(700);
  });

  it('admits a call for each call that leaves the window, and returns when', async () => {
    const { clock, send } = counter();
    for (let i = 0; i < 4; i += 1) {
      await send('slide', 4);
      clock.nowMs += 1_000;
    }
    const [refused] = await send('slide', 4);
    const freeAt = START_MS + SLOT_MS + WINDOW_MS;
    expect(refused).toMatchObject({ allowed: false, refused: 1, nextAtMs: freeAt });
    clock.nowMs = freeAt - 1;
    expect(await send('slide', 4)).toMatchObject([{ allowed: false }]);
    clock.nowMs = freeAt;
    expect(await send('slide', 4, 2)).toMatchObject([
      { allowed: true, used: 4, nextAtMs: freeAt + 1_000 },
      { allowed: false, nextAtMs: freeAt + 1_000 },
    ]);
    clock.nowMs = freeAt + 2_000;
    expect(await send('slide', 4, 3)).toMatchObject([
      { allowed: true, used: 3 },
      { allowed: true, used: 4 },
      { allowed: false },
    ]);
  });

  it('returns when enough calls have left for a limit that was lowered', async () => {
    const { clock, send } = counter();
    for (let i = 0; i < 4; i += 1) {
      await send('lowered', 4);
      clock.nowMs += 1_000;
    }
    const third = START_MS + 2_000 + SLOT_MS + WINDOW_MS;
    expect(await send('lowered', 2)).toMatchObject([{ allowed: false, used: 4, nextAtMs: third }]);
    clock.nowMs = third;
    expect(await send('lowered', 2)).toMatchObject([{ allowed: true, used: 2 }]);
  });

  it('gives the results of the rule in memory, and never admits more in 60 seconds', async () => {
    const { clock, send } = counter();
    const countInMemory = openMemoryCounter(() => clock.nowMs);
    const allowedAtMs: number[] = [];
    // Bursts and pauses of a fixed pattern, over five minutes.
    for (let i = 0; i < 600; i += 1) {
      clock.nowMs += (i * 7_919) % 1_013;
      const calls = (i * 31) % 4;
      for (const count of await send('model', 40, calls)) {
        expect(count).toEqual(countInMemory({ key: 'model', callsMax: 40 }));
        if (count.allowed) allowedAtMs.push(clock.nowMs);
      }
    }
    for (const [i, atMs] of allowedAtMs.slice(40).entries()) {
      expect(atMs - (allowedAtMs[i] ?? 0)).toBeGreaterThanOrEqual(WINDOW_MS);
    }
    expect(allowedAtMs.length).toBeGreaterThan(150);
  });

  it('counts no call of a blocked caller, until the block ends', async () => {
    const { clock, send, block } = counter();
    await block('blocked', START_MS + 300_000);
    // A later block never ends an earlier one.
    await block('blocked', START_MS + 200_000);
    const refused = { allowed: false, blocked: true, nextAtMs: START_MS + 300_000 };
    expect(await send('blocked', 5, 2)).toMatchObject([refused, refused]);
    clock.nowMs += 300_000;
    expect(await send('blocked', 5)).toMatchObject([{ allowed: true, used: 1, blocked: false }]);
  });

  it('of several processes never waits for itself, in whichever order the callers come', async () => {
    const keys = Array.from({ length: 50 }, (_, i) => `order:${i}`);
    const rounds = Array.from({ length: 20 }, (_, i) => (i % 2 ? keys : keys.toReversed()));
    const counts = await Promise.all(
      rounds.flatMap((round) => {
        const { count } = counter();
        return round.map((key) => count({ key, callsMax: 100 }));
      }),
    );
    expect(counts.reduce((sum, { used }) => sum + used, 0)).toBe(keys.length * 210);
  });

  it('counts a caller whose name is too long as failed, and the others as counted', async () => {
    const { count } = counter();
    const ends = await Promise.allSettled(
      ['n'.repeat(256), 'neighbour'].map((key) => count({ key, callsMax: 5 })),
    );
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  it('keeps blocks over a crash of PostgreSQL, and counts in an unlogged table', async () => {
    const { rows } = await open.pool.query(`
      select relname, relpersistence from pg_class
      where relname in ('rate_limit_window', 'rate_limit_block') order by relname`);
    expect(rows).toEqual([
      { relname: 'rate_limit_block', relpersistence: 'p' },
      { relname: 'rate_limit_window', relpersistence: 'u' },
    ]);
  });
});
