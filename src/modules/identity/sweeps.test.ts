import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADA, type IdentityHost, identityHost } from '../../../tests/support/identity-host.ts';
import {
  addPasskeyTo,
  beginSignIn,
  challengeToSignIn,
} from '../../../tests/support/second-factors.ts';
import { sweeps } from './sweeps.ts';

const DAY_MS = 24 * 60 * 60_000;

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const never = new AbortController().signal;
const sweep = async () =>
  Object.fromEntries(
    await Promise.all(sweeps.map(async ({ name, run }) => [name, await run(host.ctx, never)])),
  );

const none = {
  'prune wallet challenges': 0,
  'prune sessions': 0,
  'prune sign-ins that wait for a second factor': 0,
  'prune passkey challenges': 0,
};

describe('what is over', () => {
  it('goes: challenges at once, sessions with their places a month after their end', async () => {
    await host.challenge(ADA.address);
    const token = await host.signIn(ADA);
    await host.register();
    expect(await sweep()).toEqual(none);
    host.advance(5 * 60_000);
    expect(await sweep()).toEqual({ ...none, 'prune wallet challenges': 2 });
    expect(await host.call('GET', 'session', { token })).toMatchObject({ status: 200 });

    host.advance(30.6 * DAY_MS);
    expect(await sweep()).toEqual({ ...none, 'prune sessions': 1 });
    host.advance(30 * DAY_MS);
    expect(await sweep()).toEqual({ ...none, 'prune sessions': 1 });
    const { db } = host.ctx;
    expect(await db.selectFrom('session_metadata').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('wallet_login').select('address').execute()).toHaveLength(1);
  });

  it('goes: sign-ins and challenges of second factors at once', async () => {
    const person = await host.register();
    await addPasskeyTo(host, person.token);
    const { token } = await beginSignIn(host, person);
    await challengeToSignIn(host, token);
    expect(await sweep()).toEqual(none);
    host.advance(10 * 60_000);
    expect(await sweep()).toEqual({
      ...none,
      'prune sign-ins that wait for a second factor': 1,
      'prune passkey challenges': 2,
    });
  });
});
