import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADA, type IdentityHost, identityHost } from '../../../../tests/support/identity-host.ts';
import { beginApp, codeAt } from '../../../../tests/support/second-factors.ts';

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const begin = (token: string, body: unknown = { name: 'A phone' }) =>
  host.call('POST', 'authenticator-apps', { token, body });

describe('201', () => {
  it('hands out what an app needs, which is stored encrypted and asked for by nothing yet', async () => {
    const { email, password, token } = await host.register();
    const { id, secret, uri } = await beginApp(host, token);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const link = new URL(uri);
    expect([link.protocol, link.host, link.searchParams.get('issuer')]).toEqual([
      'otpauth:',
      'totp',
      'Florin',
    ]);
    expect(decodeURIComponent(link.pathname)).toBe(`/Florin:${email}`);
    expect(link.searchParams.get('secret')).toBe(secret);
    const stored = await host.ctx.db
      .selectFrom('authenticator_app')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stored.secret_sealed.toString('latin1')).not.toContain(secret);
    const again = await host.call('POST', 'login', { body: { email, password } });
    expect(again).toMatchObject({ status: 200, body: {} });
    expect(again.token).not.toBe('');
  });

  it('ends what was begun before', async () => {
    const { token } = await host.register();
    const first = await beginApp(host, token);
    await beginApp(host, token);
    const body = { code: codeAt(first.secret, host.ctx.now()) };
    expect(
      await host.call('POST', `authenticator-apps/${first.id}/activation`, { token, body }),
    ).toMatchObject({ status: 404, body: { code: 'authenticator_app_not_found' } });
  });
});

describe('400', () => {
  it.each([
    {},
    { name: '' },
    { name: '  ' },
    { name: 'x'.repeat(101) },
    { name: 'a\0' },
    { name: 'x', more: 1 },
  ])('names what is wrong with %j', async (body) => {
    const { token } = await host.register();
    expect(await begin(token, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await host.call('POST', 'authenticator-apps', { body: { name: 'A' } })).toMatchObject({
      status: 401,
    });
  });
});

describe('403', () => {
  it('is answered to a wallet, which has no second factor', async () => {
    expect(await begin(await host.signIn(ADA))).toMatchObject({
      status: 403,
      body: { code: 'password_session_required' },
    });
  });

  it('is answered ten minutes after signing in, until the next sign-in', async () => {
    const { email, password, token } = await host.register();
    host.advance(10 * 60_000);
    expect(await begin(token)).toMatchObject({
      status: 403,
      body: { code: 'fresh_sign_in_required' },
    });
    const fresh = await host.call('POST', 'login', { body: { email, password } });
    expect(await begin(fresh.token)).toMatchObject({ status: 201 });
  });
});
