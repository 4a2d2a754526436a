import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IdentityHost, identityHost } from '../../../../tests/support/identity-host.ts';
import {
  addApp,
  addPasskeyTo,
  beginSignIn,
  challengeToSignIn,
} from '../../../../tests/support/second-factors.ts';

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const request = (token: string) =>
  host.call('POST', 'login/passkey-challenge', { body: { token } });
const over = { status: 400, body: { code: 'sign_in_not_valid' } };

describe('201', () => {
  it('names the passkeys of the person, with a new challenge each time', async () => {
    const person = await host.register();
    const { passkey } = await addPasskeyTo(host, person.token);
    const { token } = await beginSignIn(host, person);
    const [one, two] = [await challengeToSignIn(host, token), await challengeToSignIn(host, token)];
    expect(one.options).toMatchObject({
      rpId: 'localhost',
      allowCredentials: [{ id: passkey.id, type: 'public-key' }],
    });
    expect(one.options.challenge).not.toBe(two.options.challenge);
  });
});

describe('400', () => {
  it('answers the same for what is unknown, over, or has no passkey', async () => {
    const person = await host.register();
    await addApp(host, person.token);
    const { token } = await beginSignIn(host, person);
    for (const tried of [token, 'A'.repeat(43), 'nonsense']) {
      expect(await request(tried)).toMatchObject(over);
    }
  });
});

describe('401', () => {
  it('is not answered: nobody is signed in yet, and other credentials do not hinder', async () => {
    const headers = { authorization: 'Bearer nonsense' };
    const body = { token: 'A'.repeat(43) };
    expect(await host.call('POST', 'login/passkey-challenge', { body, headers })).toMatchObject(
      over,
    );
  });
});
