import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IdentityHost, identityHost } from '../../../../tests/support/identity-host.ts';
import { Added, addApp, beginApp, codeAt } from '../../../../tests/support/second-factors.ts';

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const statusOf = async (token: string) => (await host.call('GET', 'session', { token })).status;

describe('200', () => {
  it('adds the app with ten recovery codes, and ends what the password alone has opened', async () => {
    const { email, password, token } = await host.register();
    const other = await host.call('POST', 'login', { body: { email, password } });
    const { id, secret } = await beginApp(host, token);
    const body = { code: ` ${codeAt(secret, host.ctx.now()).replace(/^.../, '$& ')} ` };
    const answer = await host.call('POST', `authenticator-apps/${id}/activation`, { token, body });
    expect(answer.status).toBe(200);
    const { secondFactor, recoveryCodes } = Added.parse(answer.body);
    expect(secondFactor).toMatchObject({ id, kind: 'totp', name: 'My phone' });
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes ?? []) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-?){4}$/);
    expect([await statusOf(token), await statusOf(other.token)]).toEqual([200, 401]);
    const stored = await host.ctx.db.selectFrom('recovery_code').select('code_hash').execute();
    for (const { code_hash } of stored) expect(code_hash).toHaveLength(32);
  });

  it('makes no new recovery codes with the second app', async () => {
    const { token } = await host.register();
    expect((await addApp(host, token)).recoveryCodes).toHaveLength(10);
    expect((await addApp(host, token)).recoveryCodes).toBeNull();
    const third = await host.call('POST', 'authenticator-apps', { token, body: { name: 'C' } });
    expect(third).toMatchObject({ status: 400, body: { code: 'too_many_authenticator_apps' } });
  });
});

describe('400', () => {
  it('leaves the app as it is where the code is wrong', async () => {
    const { token } = await host.register();
    const { id, secret } = await beginApp(host, token);
    for (const code of ['', '12345', codeAt(secret, new Date(0)), 'abcdef']) {
      expect(
        await host.call('POST', `authenticator-apps/${id}/activation`, { token, body: { code } }),
      ).toMatchObject({ status: 400, body: { code: 'wrong_code' } });
    }
    const list = await host.call('GET', 'second-factors', { token });
    expect(list.body).toMatchObject({ secondFactors: [], recoveryCodesLeft: 0 });
  });
});

describe('401', () => {
  it('needs a session', async () => {
    const body = { code: '123456' };
    expect(await host.call('POST', 'authenticator-apps/x/activation', { body })).toMatchObject({
      status: 401,
    });
  });
});

describe('404', () => {
  it('is answered to others than who began it, and for what is added already', async () => {
    const [ada, bob] = [await host.register(), await host.register()];
    const { id, secret } = await beginApp(host, ada.token);
    const body = { code: codeAt(secret, host.ctx.now()) };
    const path = `authenticator-apps/${id}/activation`;
    const notFound = { status: 404, body: { code: 'authenticator_app_not_found' } };
    expect(await host.call('POST', path, { token: bob.token, body })).toMatchObject(notFound);
    expect(await host.call('POST', path, { token: ada.token, body })).toMatchObject({
      status: 200,
    });
    expect(await host.call('POST', path, { token: ada.token, body })).toMatchObject(notFound);
  });
});
