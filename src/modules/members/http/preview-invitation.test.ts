import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused, type TeamHost, teamHost } from '../../../../tests/support/team-host.ts';

let host: TeamHost;
beforeAll(async () => {
  host = await teamHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const preview = (token: string) =>
  host.call('POST', '/v1/invitations/preview', { body: { token } });

describe('200', () => {
  it('shows the account, the role and the end, and nothing of who is in it', async () => {
    const owner = await host.newOwner();
    const { token } = await host.invite(owner, 'finance');
    const { status, body } = await preview(token);
    expect({ status, body }).toEqual({
      status: 200,
      body: { accountName: 'New account', role: 'finance', expiresAt: '2026-01-09T03:04:05.000Z' },
    });
  });
});

describe('401', () => {
  it('needs no session, and takes any', async () => {
    const { token } = await host.invite(await host.newOwner());
    const headers = { authorization: `Bearer ${'A'.repeat(43)}` };
    const answer = await host.call('POST', '/v1/invitations/preview', { headers, body: { token } });
    expect(answer.status).not.toBe(401);
  });
});

describe('404', () => {
  it('for one that never was, that is a week old, or that is no token', async () => {
    const { token } = await host.invite(await host.newOwner());
    host.advance(7 * 24 * 60 * 60 * 1000);
    for (const text of [token, `inv_${'A'.repeat(43)}`, '', 'inv_', `${token}A`]) {
      expect(await preview(text)).toMatchObject(refused(404, 'invitation_not_found'));
    }
  });
});
