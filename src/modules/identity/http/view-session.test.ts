import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADA, type IdentityHost, identityHost } from '../../../../tests/support/identity-host.ts';
import { viewSession } from '../view-session.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const statusOf = async (token: string) => (await host.call('GET', 'session', { token })).status;

describe('200', () => {
  it('returns who is signed in, since when and until when at the latest', async () => {
    const token = await host.signIn(ADA);
    const { body } = await host.call('GET', 'session', { token });
    const at = host.ctx.now();
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      kind: 'wallet',
      walletAddress: ADA.address,
      walletFamily: 'evm',
      email: null,
      accountId: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      personId: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      role: 'owner',
      mustAddSecondFactor: false,
      isAdministrator: false,
      createdAt: at.toISOString(),
      lastSeenAt: at.toISOString(),
      expiresAt: new Date(at.getTime() + DAY_MS / 2).toISOString(),
    });
  });

  it('keeps the session of a wallet that does something, for half a day and no longer (U5)', async () => {
    const token = await host.signIn(ADA);
    for (let minutes = 14; minutes < 12 * 60; minutes += 14) {
      host.advance(14 * MINUTE_MS);
      expect(await statusOf(token)).toBe(200);
    }
    host.advance(14 * MINUTE_MS);
    expect(await statusOf(token)).toBe(401);
  });

  it('keeps the session of a password for 30 days, whether or not it is used (U5)', async () => {
    const { token } = await host.register();
    host.advance(30 * DAY_MS - 1);
    expect(await statusOf(token)).toBe(200);
    host.advance(1);
    expect(await statusOf(token)).toBe(401);
  });
});

describe('401', () => {
  it('is the answer where the session was removed after the call was let in', async () => {
    const removed = {
      kind: 'session',
      accountId: 'account',
      sessionId: 'removed',
      loginId: 'login',
      personId: 'person',
      role: 'owner',
      wallet: undefined,
    } as const;
    await expect(viewSession({ ...host.ctx, actor: removed })).rejects.toMatchObject({
      status: 401,
      code: 'invalid_credentials',
    });
  });

  it('needs a session', async () => {
    expect(await host.call('GET', 'session')).toMatchObject({
      status: 401,
      body: { code: 'missing_credentials' },
    });
    for (const token of ['nonsense', 'A'.repeat(43)]) expect(await statusOf(token)).toBe(401);
  });

  it('is answered after 15 minutes without a call by a wallet (U5)', async () => {
    const token = await host.signIn(ADA);
    host.advance(15 * MINUTE_MS - 1);
    expect(await statusOf(token)).toBe(200);
    host.advance(15 * MINUTE_MS);
    expect(await statusOf(token)).toBe(401);
    host.advance(-MINUTE_MS * 15);
  });
});

describe('403', () => {
  it('is for people: a key that is valid elsewhere is not taken', async () => {
    const headers = { 'x-api-key': 'nonsense' };
    expect(await host.call('GET', 'session', { headers })).toMatchObject({ status: 401 });
  });
});
