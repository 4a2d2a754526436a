import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IdentityHost, identityHost } from '../../../../tests/support/identity-host.ts';
import { addApp, beginSignIn, finishSignIn } from '../../../../tests/support/second-factors.ts';

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const replace = (token?: string) =>
  host.call('POST', 'recovery-codes', token === undefined ? {} : { token });

describe('201', () => {
  it('makes new codes, and the earlier ones are worth nothing', async () => {
    const person = await host.register();
    const { recoveryCodes } = await addApp(host, person.token);
    const { status, body } = await replace(person.token);
    expect(status).toBe(201);
    const { token } = await beginSignIn(host, person);
    const tryCode = async (code: string) =>
      (await finishSignIn(host, token, { method: 'recovery_code', code })).status;
    expect(await tryCode(String(recoveryCodes?.[0]))).toBe(400);
    expect(await tryCode(Object(body).recoveryCodes[0])).toBe(200);
  });
});

describe('400', () => {
  it('is answered to somebody without a second factor', async () => {
    const { token } = await host.register();
    expect(await replace(token)).toMatchObject({ status: 400, body: { code: 'no_second_factor' } });
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await replace()).toMatchObject({ status: 401 });
  });
});
