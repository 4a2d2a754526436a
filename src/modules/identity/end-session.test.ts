import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADA, type IdentityHost, identityHost } from '../../../tests/support/identity-host.ts';
import { endSession } from './end-session.ts';
import { listAccountSessions } from './list-account-sessions.ts';

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('a session', () => {
  it('is listed for its account and ended once, by those who know both', async () => {
    const token = await host.signIn(ADA);
    const { id: sessionId, accountId } = Object(
      (await host.call('GET', 'session', { token })).body,
    );
    expect(await listAccountSessions(host.ctx, accountId)).toMatchObject([
      { id: sessionId, kind: 'wallet', login: ADA.address, ipAddress: '127.0.0.1' },
    ]);
    expect(await endSession(host.ctx, { accountId: 'another', sessionId })).toBe(false);
    const once = await Promise.all(
      [1, 2].map(() => endSession(host.ctx, { accountId, sessionId })),
    );
    expect(once.sort()).toEqual([false, true]);
    expect(await listAccountSessions(host.ctx, accountId)).toEqual([]);
    expect(await host.call('GET', 'session', { token })).toMatchObject({ status: 401 });
  });
});
