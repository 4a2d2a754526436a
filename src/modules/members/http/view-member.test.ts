import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused, type TeamHost, teamHost, textOf } from '../../../../tests/support/team-host.ts';

let host: TeamHost;
beforeAll(async () => {
  host = await teamHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('shows what ends with a member, and the client IDs that do not', async () => {
    const owner = await host.newOwner();
    const member = await host.join(owner, 'developer');
    const { token } = member;
    const key = await host.call('POST', '/v1/api-keys', { token, body: { label: 'Till' } });
    await host.call('POST', '/v1/api-keys', { token: owner.token, body: { label: 'Own' } });
    const view = (personId: string) =>
      host.call('GET', `/v1/members/${personId}`, { token: owner.token });
    expect(await view(member.personId)).toMatchObject({
      status: 200,
      body: {
        member: { personId: member.personId, role: 'developer' },
        sessions: 1,
        apiKeys: [{ id: textOf(key, 'id'), label: 'Till', lastUsedAt: null }],
        orchestratorKeys: [],
        clientIds: [],
      },
    });
  });
});

describe('403', () => {
  it('for members who do not own the account', async () => {
    const owner = await host.newOwner();
    const { token } = await host.join(owner, 'developer');
    const answer = await host.call('GET', `/v1/members/${owner.personId}`, { token });
    expect(answer).toMatchObject(refused(403, 'role_too_low'));
  });
});

describe('404', () => {
  it('for somebody of another account as for nobody', async () => {
    const [{ token }, other] = [await host.newOwner(), await host.newOwner()];
    for (const id of [other.personId, 'nobody']) {
      const answer = await host.call('GET', `/v1/members/${id}`, { token });
      expect(answer).toMatchObject(refused(404, 'member_not_found'));
    }
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await host.call('GET', '/v1/members/somebody')).toMatchObject({ status: 401 });
  });
});
