import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADA, type IdentityHost, identityHost } from '../../../../tests/support/identity-host.ts';

let host: IdentityHost;
beforeAll(async () => {
  host = await identityHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const statusBy = async (headers: Record<string, string>) =>
  (await host.call('GET', 'session', { headers })).status;

describe('200', () => {
  it.each(['cookie', 'bearer'])(
    'ends the session for both carriers when called by %s (U5)',
    async (by) => {
      const token = await host.signIn(ADA);
      const other = await host.signIn(ADA);
      const cookie = { cookie: `session_token=${token}` };
      const bearer = { authorization: `Bearer ${token}` };
      expect([await statusBy(cookie), await statusBy(bearer)]).toEqual([200, 200]);
      const headers = by === 'cookie' ? cookie : bearer;
      const answer = await host.call('POST', 'logout', { headers });
      expect(answer).toMatchObject({ status: 200, body: {} });
      expect(answer.cookie).toBe(
        'session_token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
      );
      expect([await statusBy(cookie), await statusBy(bearer)]).toEqual([401, 401]);
      expect(await statusBy({ authorization: `Bearer ${other}` })).toBe(200);
    },
  );

  it('is written down', async () => {
    const token = await host.signIn(ADA);
    const { id } = Object((await host.call('GET', 'session', { token })).body);
    await host.call('POST', 'logout', { token });
    const entries = await host.ctx.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_id'])
      .where('object_id', '=', id)
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'session.opened', actor_id: id },
      { action: 'session.ended', actor_id: id },
    ]);
  });
});

describe('401', () => {
  it('needs a session that lives', async () => {
    expect(await host.call('POST', 'logout')).toMatchObject({ status: 401 });
    const token = await host.signIn(ADA);
    await host.call('POST', 'logout', { token });
    expect(await host.call('POST', 'logout', { token })).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('is not for the pages of others to send, whose user has a cookie', async () => {
    const token = await host.signIn(ADA);
    const cookie = `session_token=${token}`;
    for (const headers of [
      { cookie, origin: 'https://evil.example' },
      { cookie, 'sec-fetch-site': 'cross-site' },
    ]) {
      expect(await host.call('POST', 'logout', { headers })).toMatchObject({ status: 403 });
    }
    expect(await statusBy({ cookie })).toBe(200);
  });
});
