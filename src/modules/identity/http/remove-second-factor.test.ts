import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IdentityHost, identityHost } from '../../../../tests/support/identity-host.ts';
import { addApp, addPasskeyTo, beginSignIn } from '../../../../tests/support/second-factors.ts';

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const remove = (id: string, token?: string) =>
  host.call('DELETE', `second-factors/${id}`, token === undefined ? {} : { token });

describe('200', () => {
  it('removes one after the other; with the last one go the recovery codes', async () => {
    const person = await host.register();
    const { token } = person;
    const app = await addApp(host, token);
    const key = await addPasskeyTo(host, token);
    expect(await remove(app.secondFactor.id, token)).toMatchObject({ status: 200 });
    expect((await beginSignIn(host, person)).methods).toEqual(['passkey', 'recovery_code']);
    expect(await remove(key.secondFactor.id, token)).toMatchObject({ status: 200 });
    const left = await host.call('GET', 'second-factors', { token });
    expect(left.body).toMatchObject({ secondFactors: [], recoveryCodesLeft: 0 });
    const { email, password } = person;
    const alone = await host.call('POST', 'login', { body: { email, password } });
    expect(alone).toMatchObject({ status: 200, body: {} });
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await remove('x')).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('is answered to a page that was left open', async () => {
    const { token } = await host.register();
    const { secondFactor } = await addApp(host, token);
    host.advance(10 * 60_000);
    expect(await remove(secondFactor.id, token)).toMatchObject({
      status: 403,
      body: { code: 'fresh_sign_in_required' },
    });
  });
});

describe('404', () => {
  it('is answered for what is somebody else’s or not there', async () => {
    const [ada, bob] = [await host.register(), await host.register()];
    const { secondFactor } = await addPasskeyTo(host, ada.token);
    for (const id of [secondFactor.id, 'nothing']) {
      expect(await remove(id, bob.token)).toMatchObject({
        status: 404,
        body: { code: 'second_factor_not_found' },
      });
    }
  });
});
