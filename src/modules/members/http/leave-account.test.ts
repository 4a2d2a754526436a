import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Colleague,
  refused,
  type TeamHost,
  teamHost,
  textOf,
} from '../../../../tests/support/team-host.ts';

let host: TeamHost;
beforeAll(async () => {
  host = await teamHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const leave = ({ token }: Colleague) => host.call('POST', '/v1/members/leave', { token });

const membersSeenBy = async ({ token }: Colleague) => {
  const { body } = await host.call('GET', '/v1/members', { token });
  return Array.isArray(body['members']) ? body['members'].length : undefined;
};

describe('200', () => {
  it('ends the sessions, keys and invitations of who leaves, and those of nobody else', async () => {
    const owner = await host.newOwner();
    const [leaver, other] = [await host.join(owner, 'owner'), await host.join(owner, 'developer')];
    const again = await host.logIn(leaver);
    const body = { label: 'A key' };
    const made = await host.call('POST', '/v1/api-keys', { token: leaver.token, body });
    const kept = await host.call('POST', '/v1/api-keys', { token: other.token, body });
    await host.invite(leaver);
    expect(await leave(leaver)).toMatchObject({
      status: 200,
      body: { ended: { sessions: 2, apiKeys: 1, orchestratorKeys: 0, invitations: 1 } },
    });
    for (const token of [leaver.token, again]) {
      expect(await host.session(token)).toMatchObject({ status: 401 });
    }
    for (const { token } of [owner, other]) {
      expect(await host.session(token)).toMatchObject({ status: 200 });
    }
    const statusWith = async (key: typeof made) => {
      const headers = { 'x-api-key': textOf(key, 'apiKey') };
      return (await host.call('GET', '/v2/client-ids', { headers, host: 'api' })).status;
    };
    expect([await statusWith(made), await statusWith(kept)]).toEqual([401, 200]);
    expect(await membersSeenBy(owner)).toBe(2);
    expect(await host.actions(owner.accountId)).toContain('member.left');
  });

  it('leaves what else the person is in, which the next sign-in opens', async () => {
    const owner = await host.newOwner();
    const viewer = await host.join(owner, 'viewer');
    await leave(viewer);
    const next = await host.session(await host.logIn(viewer));
    expect(next).toMatchObject({ status: 200, body: { role: 'owner' } });
    expect(next.body['accountId']).not.toBe(owner.accountId);
  });
});

describe('409', () => {
  it('keeps the last owner with everything, also where others are in the account', async () => {
    const owner = await host.newOwner();
    await host.join(owner, 'developer');
    expect(await leave(owner)).toMatchObject(refused(409, 'last_owner'));
    expect(await host.session(owner.token)).toMatchObject({ status: 200 });
    expect(await membersSeenBy(owner)).toBe(2);
    expect(await host.actions(owner.accountId)).not.toContain('member.left');
  });

  it('lets one of two owners go who leave at once', async () => {
    const owner = await host.newOwner();
    const second = await host.join(owner, 'owner');
    const answers = await Promise.all([leave(owner), leave(second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await host.call('POST', '/v1/members/leave')).toMatchObject({ status: 401 });
  });
});
