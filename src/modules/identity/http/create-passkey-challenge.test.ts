import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADA, type IdentityHost, identityHost } from '../../../../tests/support/identity-host.ts';
import { addPasskeyTo } from '../../../../tests/support/second-factors.ts';

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const request = (token: string) => host.call('POST', 'passkeys/challenge', { token });

describe('201', () => {
  it('names this installation, its person and the passkeys that are added already', async () => {
    const { email, token } = await host.register();
    const { passkey } = await addPasskeyTo(host, token);
    const [one, two] = [await request(token), await request(token)];
    expect(one).toMatchObject({
      status: 201,
      body: {
        options: {
          rp: { id: 'localhost', name: 'Florin' },
          user: { name: email },
          attestation: 'none',
          excludeCredentials: [{ id: passkey.id, type: 'public-key' }],
        },
      },
    });
    const challengeOf = ({ body }: typeof one) => Object(body).options.challenge;
    expect(challengeOf(one)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(challengeOf(one)).not.toBe(challengeOf(two));
  });
});

describe('400', () => {
  it('is answered by an installation without dashboard, to which passkeys are bound', async () => {
    const settings = { ...host.ctx.settings, dashboardOrigin: undefined };
    await using other = await identityHost({ settings });
    const { token } = await other.register();
    expect(await other.call('POST', 'passkeys/challenge', { token })).toMatchObject({
      status: 400,
      body: { code: 'passkeys_not_available' },
    });
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await host.call('POST', 'passkeys/challenge')).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('is answered to a wallet, and ten minutes after signing in', async () => {
    const { token } = await host.register();
    host.advance(10 * 60_000);
    expect(await request(token)).toMatchObject({ body: { code: 'fresh_sign_in_required' } });
    expect(await request(await host.signIn(ADA))).toMatchObject({
      status: 403,
      body: { code: 'password_session_required' },
    });
  });
});
