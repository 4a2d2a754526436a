import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused, type TeamHost, teamHost } from '../../../../tests/support/team-host.ts';

let host: TeamHost;
beforeAll(async () => {
  host = await teamHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const accept = (by: string, token: string) =>
  host.call('POST', '/v1/invitations/accept', { token: by, body: { token } });

describe('200', () => {
  it('makes the caller a member with the role of the invitation, and leaves the session', async () => {
    const [owner, grace] = [await host.newOwner(), await host.newOwner()];
    const { token } = await host.invite(owner, 'finance');
    host.advance(1);
    expect(await accept(grace.token, token)).toMatchObject({
      status: 200,
      body: { accountId: owner.accountId, role: 'finance' },
    });
    expect(await host.session(grace.token)).toMatchObject({ body: { accountId: grace.accountId } });
    const accounts = await host.call('GET', '/v1/auth/accounts', { token: grace.token });
    expect(accounts.body).toMatchObject({
      accounts: [
        { accountId: grace.accountId, role: 'owner', current: true },
        { accountId: owner.accountId, role: 'finance', current: false },
      ],
    });
    // Where the call came from is not for the log of another account.
    const entry = await host.ctx.db
      .selectFrom('audit_entry')
      .select(['actor_id', 'object_id'])
      .where('account_id', '=', owner.accountId)
      .where('action', '=', 'member.joined')
      .execute();
    expect(entry).toEqual([{ actor_id: null, object_id: grace.personId }]);
  });

  it('works once, for one of two who come at the same time', async () => {
    const owner = await host.newOwner();
    const { token } = await host.invite(owner);
    const people = [await host.newOwner(), await host.newOwner()];
    const answers = await Promise.all(people.map((person) => accept(person.token, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const members = await host.call('GET', '/v1/members', { token: owner.token });
    expect(members.body['members']).toHaveLength(2);
  });
});

describe('403', () => {
  it('for a cookie that a foreign page sent along', async () => {
    const [owner, grace] = [await host.newOwner(), await host.newOwner()];
    const { token } = await host.invite(owner);
    const headers = { cookie: `session_token=${grace.token}`, origin: 'https://evil.example' };
    const answer = await host.call('POST', '/v1/invitations/accept', { headers, body: { token } });
    expect(answer).toMatchObject(refused(403, 'cross_site'));
  });
});

describe('404', () => {
  it('for one that was used, and for one that never was', async () => {
    const [owner, grace] = [await host.newOwner(), await host.newOwner()];
    const { token } = await host.invite(owner);
    await accept((await host.newOwner()).token, token);
    for (const text of [token, `inv_${'B'.repeat(43)}`]) {
      const answer = await accept(grace.token, text);
      expect(answer).toMatchObject(refused(404, 'invitation_not_found'));
    }
  });
});

describe('409', () => {
  it('for a member, and uses nothing up', async () => {
    const [owner, grace] = [await host.newOwner(), await host.newOwner()];
    const { token } = await host.invite(owner);
    expect(await accept(owner.token, token)).toMatchObject(refused(409, 'already_a_member'));
    expect(await accept(grace.token, token)).toMatchObject({ status: 200 });
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(
      await host.call('POST', '/v1/invitations/accept', { body: { token: 'inv_' } }),
    ).toMatchObject({ status: 401 });
  });
});
