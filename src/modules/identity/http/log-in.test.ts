import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elapsedMs } from '#kit/clock.ts';
import { type IdentityHost, identityHost } from '../../../../tests/support/identity-host.ts';

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const logIn = (body: unknown, headers: Record<string, string> = {}) =>
  host.call('POST', 'login', { body, headers });

describe('200', () => {
  it('signs in for 30 days with a new token each time (U5)', async () => {
    const { email, password, token } = await host.register();
    const [first, second] = [
      await logIn({ email, password }),
      await logIn({ email: email.toUpperCase(), password }),
    ];
    expect(first).toMatchObject({ status: 200, body: {} });
    expect(first.cookie).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(new Set([token, first.token, second.token]).size).toBe(3);
    const show = async (each: string) => (await host.call('GET', 'session', { token: each })).body;
    const accounts = [await show(token), await show(first.token), await show(second.token)];
    expect(new Set(accounts.map((body) => Object(body).accountId)).size).toBe(1);
  });

  it('leaves the session whose cookie came along (U5)', async () => {
    const { email, password, token: old } = await host.register();
    const { token } = await logIn({ email, password }, { cookie: `session_token=${old}` });
    expect(await host.call('GET', 'session', { token: old })).toMatchObject({ status: 401 });
    expect(await host.call('GET', 'session', { token })).toMatchObject({ status: 200 });
  });

  it('knows a letter however the keyboard writes it', async () => {
    const email = 'accents@shop.example';
    await host.call('POST', 'register', { body: { email, password: 'cafe\u0301 cre\u0300me' } });
    expect(await logIn({ email, password: 'caf\u00e9 cr\u00e8me' })).toMatchObject({ status: 200 });
  });

  it('sets the cookie for the domain that is configured', async () => {
    const settings = { ...host.ctx.settings, sessionCookieDomain: 'florin.example' };
    await using other = await identityHost({ settings });
    const { email, password } = await other.register();
    const { cookie } = await other.call('POST', 'login', { body: { email, password } });
    expect(cookie).toContain('; Domain=florin.example;');
  });
});

describe('400', () => {
  it('answers the same for a wrong password and an unknown address, in the same time (U9)', async () => {
    const { email } = await host.register();
    const password = 'not the password';
    const timeOf = async (tried: string) => {
      const before = elapsedMs();
      expect((await logIn({ email: tried, password })).status).toBe(400);
      return elapsedMs() - before;
    };
    const times: [known: number, unknown: number][] = [];
    // In turns, so that whatever else the machine does falls on both.
    for (let i = 0; i < 9; i += 1) {
      times.push([await timeOf(email), await timeOf('nobody@shop.example')]);
    }
    const [known, unknown] = [0, 1].map((which) => median(times.map((both) => both[which] ?? 0)));
    // What is computed is the same; without it an unknown address answers some fifty times faster.
    expect((unknown ?? 0) / (known ?? 0)).toBeGreaterThan(0.4);
    expect((unknown ?? 0) / (known ?? 0)).toBeLessThan(2.5);

    const wrong = await logIn({ email, password });
    const nobody = await logIn({ email: 'nobody@shop.example', password });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_login' } });
    expect(nobody).toEqual({
      ...wrong,
      body: { ...Object(wrong.body), correlationId: expect.any(String) },
    });
  });

  it.each([
    ['a password that cannot be one', { email: 'a@shop.example', password: 'short' }],
    ['no password', { email: 'a@shop.example' }],
    ['a list of addresses', { email: ['a@shop.example'], password: 'long enough' }],
    ['an unknown field', { email: 'a@shop.example', password: 'long enough', role: 'x' }],
  ])('refuses %s', async (_what, body) => {
    expect(await logIn(body)).toMatchObject({ status: 400, cookie: undefined });
  });
});

describe('401', () => {
  it('is not answered: nobody needs credentials to log in, and bad ones do not hinder', async () => {
    const { email, password } = await host.register();
    const headers = { authorization: 'Bearer nonsense' };
    expect(await logIn({ email, password }, headers)).toMatchObject({ status: 200 });
  });
});

describe('429', () => {
  it('bounds attempts at an account and of a caller, before a password is checked (U9)', async () => {
    const settings = { ...host.ctx.settings, mode: 'production' } as const;
    await using strict = await identityHost({ throttled: true, settings });
    const { email, password } = await strict.register();
    const attempt = (tried: string, ip: string, email_ = email) =>
      strict.call('POST', 'login', { body: { email: email_, password: tried }, ip });
    for (let i = 0; i < 9; i += 1)
      expect((await attempt('wrong one', '203.0.113.1')).status).toBe(400);
    // Getting it right forgives what went wrong before.
    expect((await attempt(password, '203.0.113.1')).status).toBe(200);
    const tooMany = { status: 429, body: { code: 'too_many_attempts' }, cookie: undefined };
    for (let i = 0; i < 10; i += 1) {
      expect(await attempt('wrong one', '203.0.113.2')).toMatchObject({ status: 400 });
    }
    expect(await attempt(password, '203.0.113.2')).toMatchObject(tooMany);
    // One caller locks nobody else out, in any spelling of its victim's address; many together do.
    expect(await attempt(password, '203.0.113.2', email.toUpperCase())).toMatchObject(tooMany);
    expect((await attempt(password, '203.0.113.1')).status).toBe(200);
    for (let i = 0; i < 100; i += 1) {
      const ip = `203.0.113.${3 + Math.floor(i / 10)}`;
      expect(await attempt('wrong one', ip)).toMatchObject({ status: 400 });
    }
    expect(await attempt(password, '203.0.113.99')).toMatchObject(tooMany);
    const other = await strict.register();
    expect((await attempt(other.password, '203.0.113.99', other.email)).status).toBe(200);

    const spray = await Promise.all(
      Array.from({ length: 51 }, (_, i) =>
        attempt('wrong one', '203.0.113.200', `x${i}@shop.example`),
      ),
    );
    expect(spray.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
