import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '#platform/db/pool.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import {
  KEY,
  LINKED_CLIENT,
  ORCHESTRATOR_KEY,
  OTHER_KEY,
  type TestHost,
  telling,
  testHost,
  WALLET_SESSION,
} from '../../../tests/support/test-host.ts';
import { silentMeter } from '../metrics.ts';
import { openRateLimiter, type RateLimiter, subscriberOf } from './rate-limit.ts';

const log = pino({ level: 'silent' });

let database: Awaited<ReturnType<typeof testDatabase>>;
let open: OpenDatabase;
/** How many statements the pool was asked. */
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

describe('a limiter', () => {
  it('allows three hundred calls a minute, and says how many are left', async () => {
    const one = limiter();
    expect(await one.take('first', 1)).toEqual({
      allowed: true,
      limit: 300,
      remaining: 299,
      resetSeconds: 60,
    });
    expect(await one.take('first', 299)).toMatchObject({ allowed: true, remaining: 0 });
    pass(20);
    expect(await one.take('first', 1)).toMatchObject({
      allowed: false,
      remaining: 0,
      resetSeconds: 40,
    });
    expect(await one.take('another', 1)).toMatchObject({ allowed: true, remaining: 299 });
    pass(41);
    expect(await one.take('first', 1)).toMatchObject({ allowed: true, remaining: 299 });
  });

  it('allows ten times as many in the sandbox', async () => {
    expect(await limiter(10).take('tester', 1)).toMatchObject({ limit: 3000, remaining: 2999 });
  });

  it.each([
    ['basic', 120],
    ['default', 300],
    ['premium', 600],
    ['high_volume', 1_200],
    ['management', 600],
  ] as const)(
    'allows the tier %s %i calls a minute, and blocks at twice that',
    async (tier, limit) => {
      const one = limiter();
      const take = (points: number) => one.take(`tier ${tier}`, points, tier);
      expect(await take(limit)).toMatchObject({ allowed: true, limit, remaining: 0 });
      expect(await take(1)).toMatchObject({ allowed: false, limit, resetSeconds: 60 });
      expect(await take(limit - 2)).toMatchObject({ allowed: false, resetSeconds: 60 });
      expect(await take(1)).toMatchObject({ allowed: false, limit, resetSeconds: 300 });
      await take(1);
      expect(one.blocked(`tier ${tier}`)).toMatchObject({ allowed: false, limit });
    },
  );

  it('keeps what was counted when the tier of a caller changes', async () => {
    const one = limiter();
    await one.take('promoted', 120, 'basic');
    expect(await one.take('promoted', 1, 'basic')).toMatchObject({ allowed: false });
    expect(await one.take('promoted', 1, 'premium')).toMatchObject({
      allowed: true,
      remaining: 600 - 122,
    });
  });

  it('lets a caller go on at once whose block was lifted in the table and told of', async () => {
    const [one, two] = [limiter(), limiter()];
    for (const each of [one, two]) await each.take('pardoned', 301);
    for (const each of [one, two]) {
      expect(await each.take('pardoned', 1)).toMatchObject({ allowed: false, resetSeconds: 300 });
    }
    await database.db.deleteFrom('rate_limit').where('key', 'like', '%pardoned').execute();
    expect(two.blocked('pardoned')).toMatchObject({ allowed: false });
    for (const each of [one, two]) each.forgetBlocks();
    expect(two.blocked('pardoned')).toBeUndefined();
    expect(await two.take('pardoned', 1)).toMatchObject({ allowed: true, remaining: 299 });
    expect(await one.take('pardoned', 1)).toMatchObject({ allowed: true, remaining: 298 });
  });

  it('shares its count between processes', async () => {
    await limiter().take('spread', 200);
    expect(await limiter().take('spread', 50)).toMatchObject({ remaining: 50 });
  });

  it('costs one query for a call, and none for a blocked caller', async () => {
    const one = limiter();
    asked = 0;
    await one.take('costly', 1);
    expect(asked).toBe(1);
    await one.take('costly', 600);
    await one.take('costly', 1);
    asked = 0;
    expect(await one.take('costly', 1)).toMatchObject({ allowed: false, resetSeconds: 300 });
    expect(one.blocked('costly')).toMatchObject({ allowed: false, remaining: 0 });
    expect(asked).toBe(0);
  });

  it('blocks for five minutes whoever goes on to twice the limit, in every process', async () => {
    const [one, two] = [limiter(), limiter()];
    await one.take('stubborn', 400);
    expect(await one.take('stubborn', 199)).toMatchObject({ allowed: false, resetSeconds: 60 });
    expect(one.blocked('stubborn')).toBeUndefined();
    expect(await one.take('stubborn', 1)).toMatchObject({ allowed: false, resetSeconds: 300 });
    expect(await one.take('stubborn', 1)).toMatchObject({ allowed: false, resetSeconds: 300 });
    pass(200);
    expect(await two.take('stubborn', 1)).toMatchObject({ allowed: false, resetSeconds: 100 });
    expect(two.blocked('stubborn')).toMatchObject({ resetSeconds: 100 });
    expect(await one.take('stubborn', 1)).toMatchObject({ allowed: false });
    pass(101);
    expect(two.blocked('stubborn')).toBeUndefined();
    expect(await two.take('stubborn', 1)).toMatchObject({ allowed: true, remaining: 299 });
    expect(await one.take('stubborn', 1)).toMatchObject({ allowed: true, remaining: 298 });
  });

  it('does not block whoever only waits for the minute to end', async () => {
    const one = limiter();
    await one.take('patient', 450);
    pass(61);
    expect(await one.take('patient', 1)).toMatchObject({ allowed: true });
  });

  it('counts for itself while the database is away, and is not what fails a call', async () => {
    const away = openRateLimiter({
      pool: { query: () => Promise.reject(new Error('connect ECONNREFUSED')) },
      log,
      multiplier: 1,
      meter: silentMeter,
    });
    expect(await away.take('lucky', 1)).toMatchObject({ allowed: true, remaining: 299 });
    expect(await away.take('lucky', 299)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await away.take('lucky', 1)).toMatchObject({ allowed: false });
  });

  it('counts for itself while the database does not answer, and holds no call up for long', async () => {
    const stuck = openRateLimiter({
      pool: { query: () => new Promise(() => undefined) },
      log,
      multiplier: 1,
      meter: silentMeter,
    });
    const both = Promise.all([stuck.take('patient', 299), stuck.take('patient', 1)]);
    expect((await both).map(({ remaining }) => remaining)).toEqual([1, 0]);
    expect(await stuck.take('patient', 1)).toMatchObject({ allowed: false });
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

describe('a host', () => {
  let host: TestHost;
  const create = (headers: Record<string, string>, remoteAddress = '10.0.0.1') =>
    host.app.inject({
      method: 'POST',
      url: '/v2/things',
      headers,
      payload: { name: 'a' },
      remoteAddress,
    });
  const many = async (count: number, call: () => Promise<unknown>) => {
    for (let i = 0; i < count; i += 1) await call();
  };
  beforeAll(async () => {
    host = await testHost({ trustedProxies: ['10.9.9.9'] });
  });
  afterAll(() => host[Symbol.asyncDispose]());

  it('tells where a caller stands, on refusals as well', async () => {
    const answer = await create({ 'x-api-key': KEY });
    expect(answer.headers).toMatchObject({
      'ratelimit-limit': '300',
      'ratelimit-remaining': '299',
      'ratelimit-reset': '60',
      'ratelimit-policy': '300;w=60',
      'x-ratelimit-limit': '300',
      'x-ratelimit-remaining': '299',
      'x-ratelimit-reset': '60',
    });
    const refused = await host.app.inject({
      method: 'POST',
      url: '/v2/things',
      headers: { 'x-api-key': KEY },
    });
    expect(refused.statusCode).toBe(400);
    expect(refused.headers['ratelimit-remaining']).toBe('299');
    for (const url of ['/nowhere', '/v2/things']) {
      const lost = await host.app.inject({ url, remoteAddress: '10.0.0.40' });
      expect(lost.headers['ratelimit-limit']).toBe('300');
    }
  });

  it('refuses with 429 in the common shape, for that key and that address only', async () => {
    const key = { 'x-api-key': KEY };
    await many(300, () => create(key, '10.0.0.2'));
    const answer = await create(key, '10.0.0.2');
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('60');
    expect(answer.json()).toMatchObject({
      statusCode: 429,
      message: 'Too Many Requests',
      error: 'Too Many Requests',
      code: 'rate_limited',
    });
    expect((await create(key, '10.0.0.3')).statusCode).toBe(201);
    expect((await create({ 'x-api-key': OTHER_KEY }, '10.0.0.2')).statusCode).toBe(201);
  });

  it('does not believe an address that anybody writes into a header', async () => {
    const from = (forwarded: string, remoteAddress: string) =>
      create({ 'x-api-key': KEY, 'x-forwarded-for': forwarded }, remoteAddress);
    await from('198.51.100.1', '10.0.0.4');
    expect((await from('198.51.100.2', '10.0.0.4')).headers['ratelimit-remaining']).toBe('298');
    // A trusted proxy is believed, and only about the hop before it.
    await from('198.51.100.3', '10.9.9.9');
    const next = await from('203.0.113.9, 198.51.100.3', '10.9.9.9');
    expect(next.headers['ratelimit-remaining']).toBe('298');
    expect((await from('198.51.100.4', '10.9.9.9')).headers['ratelimit-remaining']).toBe('299');
  });

  it('does not believe what a trusted proxy passes on unread, and counts all of it as one', async () => {
    const from = (forwarded: string) =>
      create({ 'x-api-key': KEY, 'x-forwarded-for': forwarded }, '10.9.9.9');
    await from('nonsense');
    expect((await from('<script>')).headers['ratelimit-remaining']).toBe('298');
    // All addresses of one subscriber are one, too.
    await from('2001:db8:1:2::1');
    expect((await from('2001:db8:1:2:ffff::9')).headers['ratelimit-remaining']).toBe('298');
    expect((await from('2001:db8:1:3::1')).headers['ratelimit-remaining']).toBe('299');
  });

  it('counts managing credentials apart, against its own limit', async () => {
    await using managing = await testHost({
      endpoints: [
        telling('call', ['session', 'api_key']),
        telling('manage', ['session', 'api_key'], { rateClass: 'management' }),
      ],
    });
    const ask = async (name: string, headers: Record<string, string>) => {
      const answer = await managing.app.inject({
        method: 'POST',
        url: `/${name}`,
        headers,
        remoteAddress: '10.0.0.7',
      });
      const { headers: said } = answer;
      return [said['ratelimit-limit'], said['ratelimit-remaining']];
    };
    for (const who of [{ 'x-api-key': KEY }, { authorization: `Bearer ${WALLET_SESSION}` }]) {
      expect(await ask('call', who)).toEqual(['300', '299']);
      expect(await ask('manage', who)).toEqual(['600', '599']);
      expect(await ask('call', who)).toEqual(['300', '298']);
      expect(await ask('manage', who)).toEqual(['600', '598']);
    }
  });

  it('gives a client ID the limit of its tier, and a pair that of its platform', async () => {
    await using tiered = await testHost({
      endpoints: [telling('call', ['orchestrator_pair', 'client_id'])],
    });
    const { credentials } = tiered;
    const lookUp = credentials.clientId.bind(credentials);
    credentials.clientId = async (raw) => {
      const found = await lookUp(raw);
      return found && { ...found, rateTier: 'premium' };
    };
    const ask = async (headers: Record<string, string>) => {
      const answer = await tiered.app.inject({ method: 'POST', url: '/call', headers });
      return [answer.headers['ratelimit-limit'], answer.headers['ratelimit-remaining']];
    };
    const client = { 'x-client-id': LINKED_CLIENT };
    const pair = { ...client, 'x-orchestrator-key': ORCHESTRATOR_KEY };
    expect(await ask(client)).toEqual(['600', '599']);
    expect(await ask(pair)).toEqual(['600', '599']);
    expect(await ask(pair)).toEqual(['600', '598']);
  });

  it('counts a partner that acts for nobody once, whatever platform it names', async () => {
    await using partners = await testHost({ endpoints: [telling('manage', ['orchestrator_key'])] });
    const left = async (named: Record<string, string>) => {
      const headers = { 'x-orchestrator-key': ORCHESTRATOR_KEY, ...named };
      const answer = await partners.app.inject({ method: 'POST', url: '/manage', headers });
      return answer.headers['ratelimit-remaining'];
    };
    expect(await left({ 'x-client-id': 'cli_a' })).toBe('299');
    expect(await left({ 'x-client-id': 'cli_b' })).toBe('298');
    expect(await left({})).toBe('297');
  });

  it('refuses an address that guesses, and then asks nobody about its guesses', async () => {
    const guess = () => create({ 'x-api-key': 'guess' }, '10.0.0.5');
    await create({ 'x-api-key': KEY }, '10.0.0.5');
    await many(60, guess);
    expect((await guess()).statusCode).toBe(429);
    await many(61, guess);
    const before = host.credentials.lookups;
    const blocked = await guess();
    expect(blocked.statusCode).toBe(429);
    expect(blocked.headers['retry-after']).toBe('300');
    expect(host.credentials.lookups).toBe(before);
    // Who has shown a good key there before is not locked out by a neighbour.
    expect((await create({ 'x-api-key': KEY }, '10.0.0.5')).statusCode).toBe(201);
    expect((await create({ 'x-api-key': OTHER_KEY }, '10.0.0.5')).statusCode).toBe(429);
  });
});
