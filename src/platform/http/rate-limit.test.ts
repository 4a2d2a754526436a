import { sql } from 'kysely';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '#platform/db/pool.ts';
import { pruneBlocks } from '#platform/db/prune-blocks.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { silentMeter } from '../metrics.ts';
import { openRateLimiter, type RateLimiter, type RateTier, subscriberOf } from './rate-limit.ts';

const log = pino({ level: 'silent' });

let database: Awaited<ReturnType<typeof testDatabase>>;
let open: OpenDatabase;
/** How many statements the pool was given. */
let asked = 0;
const counted = () => ({
  query: (statement: pg.QueryConfig) => {
    asked += 1;
    return open.pool.query(statement);
  },
});
const limiter = (multiplier = 1): RateLimiter =>
  openRateLimiter({ pool: counted(), log, multiplier, meter: silentMeter });

beforeAll(async () => {
  database = await testDatabase();
  open = openDatabase(database.url, { log });
});
afterAll(async () => {
  await open.close();
  await database[Symbol.asyncDispose]();
});
// Only the wall clock: the connections need their timers.
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-02T03:04:05Z') }),
);
afterEach(() => void vi.useRealTimers());
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
/** Calls of one moment; returns where the caller stands after the last of them. */
const many = async (one: RateLimiter, caller: string, [calls, tier]: [number, RateTier?]) =>
  (await Promise.all(Array.from({ length: calls }, () => one.take(caller, tier)))).at(-1);

describe('a limiter', () => {
  it('allows three hundred calls in any minute, and returns how many are left', async () => {
    const one = limiter();
    expect(await one.take('first')).toEqual({
      allowed: true,
      limit: 300,
      remaining: 299,
      resetSeconds: 0,
    });
    expect(await many(one, 'first', [299])).toMatchObject({ allowed: true, remaining: 0 });
    pass(20);
    expect(await one.take('first')).toMatchObject({ allowed: false, remaining: 0 });
    expect(await one.take('another')).toMatchObject({ allowed: true, remaining: 299 });
    pass(41);
    expect(await one.take('first')).toMatchObject({ allowed: true, remaining: 299 });
  });

  it('admits each next call as soon as one of the last minute is over, and returns when that is', async () => {
    const one = limiter();
    // 305 calls within 6 seconds.
    for (let second = 0; second < 6; second += 1) {
      await many(one, 'eager', [50]);
      pass(1);
    }
    expect(await many(one, 'eager', [5])).toMatchObject({ allowed: false, resetSeconds: 55 });
    pass(54);
    expect(await one.take('eager')).toMatchObject({ allowed: false, resetSeconds: 1 });
    pass(1);
    expect(await one.take('eager')).toMatchObject({ allowed: true, remaining: 49 });
    // Calls that were refused in between are not counted.
    expect(await many(one, 'eager', [49])).toMatchObject({ allowed: true, resetSeconds: 1 });
    pass(1);
    expect(await one.take('eager')).toMatchObject({ allowed: true, remaining: 49 });
  });

  it('never admits more than the limit in 60 seconds, whenever the calls come', async () => {
    const one = limiter();
    await many(one, 'bound', [200]);
    pass(59);
    expect(await many(one, 'bound', [100])).toMatchObject({ allowed: true, remaining: 0 });
    // A window that begins anew each minute would admit 300 more here.
    pass(2);
    expect(await many(one, 'bound', [200])).toMatchObject({ allowed: true, remaining: 0 });
    expect(await one.take('bound')).toMatchObject({ allowed: false });
  });

  it('allows ten times as many in the sandbox', async () => {
    expect(await limiter(10).take('tester')).toMatchObject({ limit: 3000, remaining: 2999 });
  });

  it.each([
    ['basic', 120],
    ['default', 300],
    ['premium', 600],
    ['high_volume', 1_200],
    ['management', 600],
    ['failed_credentials', 60],
  ] as const)(
    'allows the tier %s %i calls a minute, and blocks at twice that',
    async (tier, limit) => {
      const one = limiter();
      const take = (calls: number) => many(one, `tier ${tier}`, [calls, tier]);
      expect(await take(limit)).toMatchObject({ allowed: true, limit, remaining: 0 });
      expect(await take(1)).toMatchObject({ allowed: false, limit, resetSeconds: 61 });
      expect(await take(limit - 2)).toMatchObject({ allowed: false, resetSeconds: 61 });
      expect(one.blocked(`tier ${tier}`)).toBeUndefined();
      expect(await take(1)).toMatchObject({ allowed: false, limit, resetSeconds: 300 });
      expect(one.blocked(`tier ${tier}`)).toMatchObject({ allowed: false, limit });
    },
  );

  it('keeps what was counted when the tier of a caller changes', async () => {
    const one = limiter();
    await many(one, 'promoted', [120, 'basic']);
    expect(await one.take('promoted', 'basic')).toMatchObject({ allowed: false });
    expect(await one.take('promoted', 'premium')).toMatchObject({
      allowed: true,
      remaining: 600 - 121,
    });
  });

  it('admits a caller at once whose block was lifted in the table and reported', async () => {
    const [one, two] = [limiter(), limiter()];
    await many(one, 'pardoned', [600]);
    for (const each of [one, two]) {
      expect(await each.take('pardoned')).toMatchObject({ allowed: false, resetSeconds: 300 });
    }
    await pruneBlocks(database, 'everybody');
    expect(two.blocked('pardoned')).toMatchObject({ allowed: false });
    for (const each of [one, two]) each.pruneBlocks();
    expect(two.blocked('pardoned')).toBeUndefined();
    expect(await two.take('pardoned')).toMatchObject({ allowed: true, remaining: 299 });
    expect(await one.take('pardoned')).toMatchObject({ allowed: true, remaining: 298 });
  });

  it('shares its count between processes', async () => {
    await many(limiter(), 'spread', [200]);
    expect(await many(limiter(), 'spread', [50])).toMatchObject({ remaining: 50 });
  });

  it('costs one query for a call, and none for a blocked caller', async () => {
    const one = limiter();
    asked = 0;
    await one.take('costly');
    expect(asked).toBe(1);
    await many(one, 'costly', [600]);
    asked = 0;
    expect(await one.take('costly')).toMatchObject({ allowed: false, resetSeconds: 300 });
    expect(one.blocked('costly')).toMatchObject({ allowed: false, remaining: 0 });
    expect(asked).toBe(0);
  });

  it('blocks a caller that reaches twice the limit for five minutes, in every process', async () => {
    const [one, two] = [limiter(), limiter()];
    await many(one, 'stubborn', [400]);
    expect(await many(one, 'stubborn', [199])).toMatchObject({ allowed: false, resetSeconds: 61 });
    expect(one.blocked('stubborn')).toBeUndefined();
    expect(await one.take('stubborn')).toMatchObject({ allowed: false, resetSeconds: 300 });
    expect(await one.take('stubborn')).toMatchObject({ allowed: false, resetSeconds: 300 });
    pass(200);
    expect(await two.take('stubborn')).toMatchObject({ allowed: false, resetSeconds: 100 });
    expect(two.blocked('stubborn')).toMatchObject({ resetSeconds: 100 });
    expect(await one.take('stubborn')).toMatchObject({ allowed: false });
    pass(101);
    expect(two.blocked('stubborn')).toBeUndefined();
    expect(await two.take('stubborn')).toMatchObject({ allowed: true, remaining: 299 });
    expect(await one.take('stubborn')).toMatchObject({ allowed: true, remaining: 298 });
  });

  it('keeps a block when a crash of the database loses what it counted', async () => {
    await many(limiter(), 'crashed', [600]);
    // What PostgreSQL does with an unlogged table when it starts after a crash.
    await sql`truncate rate_limit_window`.execute(database.db);
    expect(await limiter().take('crashed')).toMatchObject({ allowed: false, resetSeconds: 300 });
  });

  it('does not block a caller that only waits until it is admitted again', async () => {
    const one = limiter();
    await many(one, 'patient', [450]);
    pass(61);
    expect(await one.take('patient')).toMatchObject({ allowed: true });
  });

  it('counts for itself while the database is away, and is not what fails a call', async () => {
    const away = openRateLimiter({
      pool: { query: () => Promise.reject(new Error('connect ECONNREFUSED')) },
      log,
      multiplier: 1,
      meter: silentMeter,
    });
    expect(await away.take('lucky')).toMatchObject({ allowed: true, remaining: 299 });
    expect(await many(away, 'lucky', [299])).toMatchObject({ allowed: true, remaining: 0 });
    expect(await away.take('lucky')).toMatchObject({ allowed: false });
    expect(await many(away, 'lucky', [299])).toMatchObject({ allowed: false, resetSeconds: 300 });
    expect(away.blocked('lucky')).toMatchObject({ allowed: false });
  });

  it('counts for itself while the database does not answer, and delays no call for long', async () => {
    const stuck = openRateLimiter({
      pool: { query: () => new Promise(() => undefined) },
      log,
      multiplier: 1,
      meter: silentMeter,
    });
    const all = Promise.all(Array.from({ length: 301 }, () => stuck.take('patient')));
    expect((await all).map(({ allowed }) => allowed)).toEqual([...Array(300).fill(true), false]);
  });
});

describe('an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '20010db800010002'],
    ['2001:db8:1:2::1', '20010db800010002'],
    ['not an address', 'unknown'],
    ['', 'unknown'],
  ])('%s counts as %s', (ip, subscriber) => {
    expect(subscriberOf(ip)).toBe(subscriber);
  });
});
