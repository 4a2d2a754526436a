import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../tests/support/database.ts';
import { type OpenDatabase, openDatabase } from './db/pool.ts';
import { plainStore } from './http/rate-limit.ts';
import { openThrottle } from './throttle.ts';

const log = pino({ level: 'silent' });
const RULE = { name: 'sign_in', attempts: 3, windowSeconds: 60 };

let database: Awaited<ReturnType<typeof testDatabase>>;
let open: OpenDatabase;
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

const throttle = () => openThrottle({ store: plainStore({ pool: open.pool, log }) });

describe('a throttle', () => {
  it('allows a number of attempts of a subject in a period, and then returns how long to wait', async () => {
    const one = throttle();
    for (const left of [0, 0, 0, 60]) expect(await one.take(RULE, 'ann')).toBe(left);
    pass(20);
    expect(await one.take(RULE, 'ann')).toBe(40);
    expect(await one.take(RULE, 'bob')).toBe(0);
    expect(await one.take({ ...RULE, name: 'other' }, 'ann')).toBe(0);
    pass(41);
    expect(await one.take(RULE, 'ann')).toBe(0);
  });

  it('shares its counts between processes', async () => {
    const [one, two] = [throttle(), throttle()];
    await one.take(RULE, 'cat');
    await two.take(RULE, 'cat');
    await one.take(RULE, 'cat');
    expect(await two.take(RULE, 'cat')).toBe(60);
  });

  it('allows exactly as many when all come at once', async () => {
    const [one, two] = [throttle(), throttle()];
    const takes = Array.from({ length: 20 }, (_, i) => (i % 2 ? one : two).take(RULE, 'dan'));
    expect((await Promise.all(takes)).filter((wait) => wait === 0).length).toBe(3);
  });

  it('resets a subject that succeeded', async () => {
    const one = throttle();
    for (let i = 0; i < 4; i += 1) await one.take(RULE, 'eve');
    await one.clear(RULE, 'eve');
    expect(await one.take(RULE, 'eve')).toBe(0);
  });

  it('takes subjects of any length, and its table has no names', async () => {
    const subject = `${'a'.repeat(5_000)}@example.com`;
    const one = throttle();
    for (const left of [0, 0, 0, 60]) expect(await one.take(RULE, subject)).toBe(left);
    await one.take(RULE, 'frank@example.com');
    const rows = await database.db.selectFrom('rate_limit').select('key').execute();
    expect(JSON.stringify(rows)).toContain('sign_in:');
    expect(JSON.stringify(rows)).not.toContain('example.com');
  });

  it('counts for itself while the database is away, and never rejects', async () => {
    const away = openThrottle({
      store: { query: () => Promise.reject(new Error('connect ECONNREFUSED')) },
    });
    for (const left of [0, 0, 0, 60]) expect(await away.take(RULE, 'gil')).toBe(left);
    await expect(away.clear(RULE, 'gil')).resolves.toBeUndefined();
  });
});
