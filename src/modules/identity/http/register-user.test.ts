import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADA, type IdentityHost, identityHost } from '../../../../tests/support/identity-host.ts';

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const password = 'a correct horse';
const register = (body: unknown, headers: Record<string, string> = {}) =>
  host.call('POST', 'register', { body, headers });

describe('201', () => {
  it('opens an account and signs in for 30 days', async () => {
    const answer = await register({ email: 'Ada@Shop.example', password });
    expect(answer).toMatchObject({ status: 201, body: {} });
    expect(answer.cookie).toMatch(
      /^session_token=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(await host.call('GET', 'session', { token: answer.token })).toMatchObject({
      body: { kind: 'email', email: 'Ada@Shop.example', walletAddress: null },
    });
  });

  it.each([
    ['8 characters', '12345678'],
    ['100 characters', 'p'.repeat(100)],
  ])('takes a password of %s (U9)', async (what, taken) => {
    const email = `${what.replace(' ', '-')}@shop.example`;
    expect(await register({ email, password: taken })).toMatchObject({ status: 201 });
    const body = { email, password: taken };
    expect(await host.call('POST', 'login', { body })).toMatchObject({ status: 200 });
  });

  it('keeps no password, and writes down what happened without the address', async () => {
    const email = 'kept@shop.example';
    const { token } = await register({ email, password: 'never to be found' });
    const { body } = await host.call('GET', 'session', { token });
    const { accountId } = Object(body);
    const { db } = host.ctx;
    const login = await db
      .selectFrom('email_login')
      .select('password_hash')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    expect(login.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const entries = await db
      .selectFrom('audit_entry')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual([
      'account.created',
      'login.added',
      'session.opened',
    ]);
    expect(JSON.stringify(entries)).not.toContain('kept@');
    const sessions = await db.selectFrom('session').select('token_hash').execute();
    expect(sessions.some(({ token_hash: hash }) => hash.includes(token))).toBe(false);
  });
});

describe('400', () => {
  it.each([
    ['a password of 7 characters (U9)', { email: 'x@shop.example', password: '1234567' }],
    ['a password of 101 characters (U9)', { email: 'x@shop.example', password: 'p'.repeat(101) }],
    ['no password', { email: 'x@shop.example' }],
    ['a password with a NUL', { email: 'x@shop.example', password: '12345678\0' }],
    ['no email address', { password }],
    ['half an email address', { email: 'x@', password }],
    ['an email address that is too long', { email: `${'x'.repeat(250)}@shop.example`, password }],
    ['an unknown field', { email: 'x@shop.example', password, accountId: '1' }],
  ])('refuses %s and writes nothing', async (_what, body) => {
    const count = () => host.ctx.db.selectFrom('account').select('id').execute();
    const before = (await count()).length;
    expect(await register(body)).toMatchObject({ status: 400, cookie: undefined });
    expect(await count()).toHaveLength(before);
  });

  it('refuses an address that is registered, in any case, and leaves no account behind', async () => {
    await register({ email: 'twice@shop.example', password });
    const { db } = host.ctx;
    const before = (await db.selectFrom('account').select('id').execute()).length;
    expect(await register({ email: 'TWICE@shop.example', password })).toMatchObject({
      status: 400,
      body: { code: 'email_taken', errors: [{ field: 'email' }] },
    });
    expect(await db.selectFrom('account').select('id').execute()).toHaveLength(before);
  });

  it('opens one account for an address that comes several times at once', async () => {
    const body = { email: 'at-once@shop.example', password };
    const answers = await Promise.all([1, 2, 3].map(() => register(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });

  it('refuses a signed-in caller, by cookie or as bearer', async () => {
    const token = await host.signIn(ADA);
    const body = { email: 'second@shop.example', password };
    for (const headers of [
      { cookie: `session_token=${token}` },
      { authorization: `Bearer ${token}` },
    ]) {
      expect(await register(body, headers)).toMatchObject({
        status: 400,
        body: { code: 'already_signed_in' },
      });
    }
    await host.call('POST', 'logout', { token });
    expect(await register(body, { cookie: `session_token=${token}` })).toMatchObject({
      status: 201,
    });
  });
});

describe('401', () => {
  it('is not answered: nobody needs credentials to register, and bad ones do not hinder', async () => {
    const body = { email: 'stale@shop.example', password };
    const headers = { cookie: 'session_token=nonsense', authorization: 'Bearer nonsense' };
    expect(await register(body, headers)).toMatchObject({ status: 201 });
  });
});

describe('429', () => {
  it('bounds how many accounts a caller opens, and how many addresses it tries', async () => {
    const settings = { ...host.ctx.settings, mode: 'production' } as const;
    await using strict = await identityHost({ throttled: true, settings });
    const body = { email: 'tried@shop.example', password };
    const statuses: number[] = [];
    for (let i = 0; i < 21; i += 1) {
      statuses.push((await strict.call('POST', 'register', { body })).status);
    }
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 400), 429]);
    const elsewhere = { body: { ...body, email: 'other@shop.example' }, ip: '203.0.113.9' };
    expect(await strict.call('POST', 'register', elsewhere)).toMatchObject({ status: 201 });
  });
});
