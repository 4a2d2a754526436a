import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADA, type IdentityHost, identityHost } from '../../../tests/support/identity-host.ts';
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

describe('what is over', () => {
  it('goes: challenges at once, sessions with their places a month after their end', async () => {
    await host.challenge(ADA.address);
    const token = await host.signIn(ADA);
    await host.register();
    expect(await sweep()).toEqual({ 'prune wallet challenges': 0, 'prune sessions': 0 });
    host.advance(5 * 60_000);
    expect(await sweep()).toEqual({ 'prune wallet challenges': 2, 'prune sessions': 0 });
    expect(await host.call('GET', 'session', { token })).toMatchObject({ status: 200 });

    host.advance(30.6 * DAY_MS);
    expect(await sweep()).toEqual({ 'prune wallet challenges': 0, 'prune sessions': 1 });
    host.advance(30 * DAY_MS);
    expect(await sweep()).toEqual({ 'prune wallet challenges': 0, 'prune sessions': 1 });
    const { db } = host.ctx;
    expect(await db.selectFrom('session_metadata').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('wallet_login').select('address').execute()).toHaveLength(1);
  });
});
