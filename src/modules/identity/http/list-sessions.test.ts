import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADA,
  BOB,
  type IdentityHost,
  identityHost,
} from '../../../../tests/support/identity-host.ts';

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('lists the live sessions of the account, newest first, and marks the calling one', async () => {
    const { email, password, token } = await host.register();
    const body = { email, password };
    const headers = { 'user-agent': 'a phone' };
    const phone = await host.call('POST', 'login', { body, headers, ip: '203.0.113.7' });
    const gone = await host.call('POST', 'login', { body });
    await host.call('POST', 'logout', { token: gone.token });
    await host.signIn(ADA);
    const answer = await host.call('GET', 'sessions', { token: phone.token });
    expect(answer.status).toBe(200);
    const own = { kind: 'email', email, walletAddress: null, walletFamily: null };
    expect(answer.body).toMatchObject({
      sessions: [
        { ...own, current: true, ipAddress: '203.0.113.7', userAgent: 'a phone' },
        { ...own, current: false, ipAddress: '127.0.0.1' },
      ],
    });
    expect(JSON.stringify(answer.body)).not.toContain(phone.token);
    expect(JSON.stringify(answer.body)).not.toContain(token);
  });

  it('leaves out what idled out', async () => {
    await host.signIn(BOB);
    host.advance(15 * 60_000);
    const token = await host.signIn(BOB);
    const { body } = await host.call('GET', 'sessions', { token });
    expect(Object(body).sessions).toHaveLength(1);
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await host.call('GET', 'sessions')).toMatchObject({ status: 401 });
  });
});
