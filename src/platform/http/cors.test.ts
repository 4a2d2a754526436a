import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BACKEND_CLIENT,
  KEY,
  OWN_PAGE,
  PAGE_CLIENT,
  REVOKED_CLIENT,
  REVOKED_SHOP,
  SHOP,
  type TestHost,
  testHost,
} from '../../../tests/support/test-host.ts';
import { silentMeter } from '../metrics.ts';
import { openRateLimiter } from './rate-limit.ts';

let asked: string[] = [];
let host: TestHost;
beforeAll(async () => {
  // A count for which the database takes a second is made in memory; on a busy machine these are all of one kind so.
  const pool = { query: () => Promise.reject(new Error('counts are in memory')) };
  host = await testHost({
    rateLimit: openRateLimiter({
      pool,
      log: pino({ level: 'silent' }),
      multiplier: 1,
      meter: silentMeter,
    }),
    isOriginListed: async (origin) => {
      asked = [...asked, origin];
      return origin === SHOP;
    },
  });
});
afterAll(() => host[Symbol.asyncDispose]());

const preflight = (origin: string | undefined, url = '/v2/things/lamp') =>
  host.app.inject({
    method: 'OPTIONS',
    url,
    headers: { ...(origin !== undefined && { origin }), 'access-control-request-method': 'GET' },
  });
const find = (headers: Record<string, string>, id = 'lamp') =>
  host.app.inject({ url: `/v2/things/${id}`, headers });

describe('a preflight', () => {
  it('accepts an origin that any active client ID lists', async () => {
    const answer = await preflight(SHOP);
    expect(answer.statusCode).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': SHOP,
      'access-control-allow-headers': 'content-type, x-client-id, x-request-id, idempotency-key',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-max-age': '600',
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    });
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('queries the database once for many of one origin', async () => {
    await preflight(SHOP);
    const before = asked.length;
    await Promise.all([preflight(SHOP), preflight(SHOP, '/v2/things')]);
    expect(asked.length).toBe(before);
  });

  it('refuses every other origin', async () => {
    for (const origin of [
      'https://other.example',
      'null',
      undefined,
      `https://${'x'.repeat(500)}`,
    ]) {
      const answer = await preflight(origin);
      expect(answer.statusCode).toBe(403);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('does not query the database for an origin that cannot be listed', async () => {
    await preflight('null');
    await preflight(`https://${'x'.repeat(500)}`);
    expect(asked.filter((origin) => origin === 'null' || origin.length > 300)).toEqual([]);
  });
});

describe('an address that makes up origins', () => {
  it('is blocked, and then costs no query', async () => {
    const from = async (ip: string, origin: string) => {
      const headers = { origin, 'access-control-request-method': 'GET' };
      const url = '/v2/things/lamp';
      const asking = { method: 'OPTIONS', url, headers, remoteAddress: ip } as const;
      return (await host.app.inject(asking)).statusCode;
    };
    for (let i = 0; i < 300; i += 1) {
      expect(await from('10.7.0.1', `https://x${i}.example`)).toBe(403);
    }
    // Twice the limit of its minute blocks a caller; this process learns it with the next call.
    for (let i = 300; i <= 600; i += 1) {
      expect(await from('10.7.0.1', `https://x${i}.example`)).toBe(429);
    }
    const before = asked.length;
    expect(await from('10.7.0.1', 'https://another.example')).toBe(429);
    expect(asked.length).toBe(before);
    expect(await from('10.7.0.2', SHOP)).toBe(204);
    // Who is behind the same address still gets to a page that was here a moment ago.
    expect(await from('10.7.0.1', SHOP)).toBe(204);
    expect(await from('10.7.0.1', OWN_PAGE)).toBe(204);
  });
});

describe('our own pages', () => {
  it('may call everything, with their session, and cost no query', async () => {
    const before = asked.length;
    const answer = await preflight(OWN_PAGE, '/v2/anything');
    expect(answer.statusCode).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': OWN_PAGE,
      'access-control-allow-credentials': 'true',
      vary: expect.stringMatching(/^Origin\b/),
    });
    expect(asked.length).toBe(before);
  });

  it.each([
    ['with a client ID that lists another origin', { 'x-client-id': PAGE_CLIENT }, 403],
    ['with one that lists none', { 'x-client-id': BACKEND_CLIENT }, 200],
    ['without any credential', {}, 401],
    ['with one of another kind', { 'x-api-key': KEY }, 403],
  ])('may read every answer, %s', async (_what, headers, status) => {
    const answer = await find({ ...headers, origin: OWN_PAGE });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': OWN_PAGE,
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    });
  });

  it('are not those with a similar origin', async () => {
    for (const origin of [
      `${OWN_PAGE}.evil.example`,
      OWN_PAGE.replace('https', 'http'),
      `${OWN_PAGE}:444`,
      OWN_PAGE.toUpperCase(),
      'null',
    ]) {
      const read = await find({ 'x-client-id': BACKEND_CLIENT, origin });
      for (const answer of [await preflight(origin), read]) {
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
        expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      }
    }
  });
});

describe('an answer', () => {
  it('may be read by the origin that its own client ID lists', async () => {
    const answer = await find({ 'x-client-id': PAGE_CLIENT, origin: SHOP });
    expect(answer.headers['access-control-allow-origin']).toBe(SHOP);
    expect(answer.headers['access-control-expose-headers']).toContain('x-correlation-id');
    expect(answer.headers['access-control-expose-headers']).toContain('ratelimit-remaining');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    expect(answer.headers['vary']).toBe('Origin');
  });

  it('may not be read by an origin that only another client ID lists', async () => {
    const answer = await find({ 'x-client-id': BACKEND_CLIENT, origin: SHOP });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each([
    ['a refusal of the verb', 'gone', 404],
    ['an outage', 'outage', 503],
    ['a failure of ours', 'bug', 500],
  ])('that is %s can be read as well', async (_what, id, status) => {
    const answer = await find({ 'x-client-id': PAGE_CLIENT, origin: SHOP }, id);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe(SHOP);
  });

  it('that refuses a revoked client ID can be read by its page', async () => {
    const answer = await find({ 'x-client-id': REVOKED_CLIENT, origin: REVOKED_SHOP });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['access-control-allow-origin']).toBe(REVOKED_SHOP);
  });

  it('that reports a database away can be read by a page that was here before', async () => {
    let away = false;
    await using failing = await testHost();
    const lookUp = failing.credentials.clientId.bind(failing.credentials);
    failing.credentials.clientId = async (raw) => {
      if (away) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      return await lookUp(raw);
    };
    const call = () =>
      failing.app.inject({
        url: '/v2/things/lamp',
        headers: { 'x-client-id': PAGE_CLIENT, origin: SHOP },
      });
    expect((await call()).statusCode).toBe(200);
    away = true;
    const answer = await call();
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.headers['access-control-allow-origin']).toBe(SHOP);
  });
});
