import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADA, type IdentityHost, identityHost } from '../../../../tests/support/identity-host.ts';
import { addApp, addPasskeyTo } from '../../../../tests/support/second-factors.ts';

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const list = (token: string) => host.call('GET', 'second-factors', { token });

describe('200', () => {
  it('lists what the caller added, in this order, and until when it may be changed', async () => {
    const { token } = await host.register();
    const until = new Date(host.ctx.now().getTime() + 10 * 60_000).toISOString();
    expect((await list(token)).body).toEqual({
      secondFactors: [],
      recoveryCodesLeft: 0,
      required: false,
      passkeysAvailable: true,
      changeableUntil: until,
    });
    const app = await addApp(host, token);
    host.advance(1_000);
    const key = await addPasskeyTo(host, token);
    const { body } = await list(token);
    expect(body).toMatchObject({
      secondFactors: [
        { id: app.secondFactor.id, kind: 'totp', name: 'My phone', lastUsedAt: null },
        { id: key.secondFactor.id, kind: 'passkey', name: 'My key' },
      ],
      recoveryCodesLeft: 10,
    });
    expect(JSON.stringify(body)).not.toContain(app.secret);
  });

  it('says of a wallet that it has none', async () => {
    const { body } = await list(await host.signIn(ADA));
    expect(body).toMatchObject({ secondFactors: [], changeableUntil: null });
  });

  it('is all that is open, with what leads to a second factor, where one is required', async () => {
    const settings = { ...host.ctx.settings, secondFactor: 'required' } as const;
    await using strict = await identityHost({ settings });
    const { token } = await strict.register();
    const required = { status: 403, body: { code: 'second_factor_required' } };
    expect(await strict.call('GET', 'sessions', { token })).toMatchObject(required);
    expect(await strict.call('POST', 'recovery-codes', { token })).toMatchObject(required);
    const session = await strict.call('GET', 'session', { token });
    expect(session.body).toMatchObject({ mustAddSecondFactor: true });
    const app = await addApp(strict, token);
    expect((await strict.call('GET', 'session', { token })).body).toMatchObject({
      mustAddSecondFactor: false,
    });
    expect(await strict.call('GET', 'sessions', { token })).toMatchObject({ status: 200 });
    const path = `second-factors/${app.secondFactor.id}`;
    expect(await strict.call('DELETE', path, { token })).toMatchObject({
      status: 409,
      body: { code: 'last_second_factor' },
    });
    const wallet = await strict.signIn(ADA);
    expect(await strict.call('GET', 'sessions', { token: wallet })).toMatchObject({ status: 200 });
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await host.call('GET', 'second-factors')).toMatchObject({ status: 401 });
  });
});
