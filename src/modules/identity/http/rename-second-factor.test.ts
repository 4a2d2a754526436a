import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IdentityHost, identityHost } from '../../../../tests/support/identity-host.ts';
import { addApp, addPasskeyTo, beginApp } from '../../../../tests/support/second-factors.ts';

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const rename = (id: string, token: string | undefined, name = 'The old phone') =>
  host.call('PATCH', `second-factors/${id}`, { body: { name }, ...(token && { token }) });

describe('200', () => {
  it('names an app and a passkey anew, and nothing else', async () => {
    const { token } = await host.register();
    const app = await addApp(host, token);
    const key = await addPasskeyTo(host, token);
    for (const { id } of [app.secondFactor, key.secondFactor]) {
      expect(await rename(id, token, 'Ω <b>')).toMatchObject({
        status: 200,
        body: { id, name: 'Ω <b>' },
      });
    }
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await rename('x', undefined)).toMatchObject({ status: 401 });
  });
});

describe('404', () => {
  it('is answered for what is somebody else’s, not there, or only begun', async () => {
    const [ada, bob] = [await host.register(), await host.register()];
    const { secondFactor } = await addApp(host, ada.token);
    const { id: begun } = await beginApp(host, bob.token);
    for (const id of [secondFactor.id, begun, 'nothing']) {
      expect(await rename(id, bob.token)).toMatchObject({
        status: 404,
        body: { code: 'second_factor_not_found' },
      });
    }
  });
});
