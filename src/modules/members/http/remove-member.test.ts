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

const remove = (by: Colleague, { personId }: Colleague) =>
  host.call('DELETE', `/v1/members/${personId}`, { token: by.token });

describe('200', () => {
  it('ends sessions, keys and invitations at once, and leaves those of others', async () => {
    const owner = await host.newOwner();
    const member = await host.join(owner, 'owner');
    const again = await host.logIn(member);
    const makeKey = async ({ token }: Colleague) => {
      const key = await host.call('POST', '/v1/api-keys', { token, body: { label: 'A key' } });
      return { headers: { 'x-api-key': textOf(key, 'apiKey') } };
    };
    const [theirs, own] = [await makeKey(member), await makeKey(owner)];
    const partner = { orchestratorName: 'Stalls', orchestratorContactEmail: 'a@stalls.example' };
    const made = await host.call('POST', '/v2/orchestrators', {
      token: member.token,
      body: partner,
      host: 'api',
    });
    const first = { headers: { 'x-orchestrator-key': textOf(made, 'rawKey') } };
    // A key that is made with the key of a member is that member's.
    const rotated = await host.call('POST', '/v2/orchestrators/keys/rotate', {
      ...first,
      body: {},
      host: 'api',
    });
    const second = { headers: { 'x-orchestrator-key': textOf(rotated, 'rawKey') } };
    const invitation = await host.invite(member);
    expect(await remove(owner, member)).toMatchObject({
      status: 200,
      body: { ended: { sessions: 2, apiKeys: 1, orchestratorKeys: 2, invitations: 1 } },
    });
    for (const token of [member.token, again]) {
      expect(await host.session(token)).toMatchObject({ status: 401 });
    }
    const keys = (key: object) => host.call('GET', '/v2/client-ids', { ...key, host: 'api' });
    expect([(await keys(theirs)).status, (await keys(own)).status]).toEqual([401, 200]);
    for (const key of [first, second]) {
      expect((await host.call('GET', '/v2/orchestrators', { ...key, host: 'api' })).status).toBe(
        401,
      );
    }
    const { token } = await host.newOwner();
    const body = { token: invitation.token };
    const late = await host.call('POST', '/v1/invitations/accept', { token, body });
    expect(late).toMatchObject(refused(404, 'invitation_not_found'));
    const actions = await host.actions(owner.accountId);
    for (const action of ['member.removed', 'api_key.revoked', 'orchestrator_key.revoked']) {
      expect(actions).toContain(action);
    }
  });

  it('lets the removed person sign in to what is left, or to an account of their own', async () => {
    const owner = await host.newOwner();
    const member = await host.join(owner, 'viewer');
    await remove(owner, member);
    const left = await host.session(await host.logIn(member));
    expect(left).toMatchObject({ status: 200, body: { role: 'owner' } });
    expect(left.body['accountId']).not.toBe(owner.accountId);
    const second = await host.join(owner, 'owner');
    await remove(second, owner);
    const fresh = await host.session(await host.logIn(owner));
    expect(fresh).toMatchObject({ status: 200, body: { role: 'owner' } });
    expect(fresh.body['accountId']).not.toBe(owner.accountId);
  });
});

describe('403', () => {
  it('for members who do not own the account, whom it leaves', async () => {
    const owner = await host.newOwner();
    const member = await host.join(owner, 'developer');
    expect(await remove(member, owner)).toMatchObject(refused(403, 'role_too_low'));
    expect(await host.session(owner.token)).toMatchObject({ status: 200 });
  });
});

describe('404', () => {
  it('for somebody of another account as for nobody', async () => {
    const [owner, other] = [await host.newOwner(), await host.newOwner()];
    expect(await remove(owner, other)).toMatchObject(refused(404, 'member_not_found'));
    expect(await host.session(other.token)).toMatchObject({ status: 200 });
  });
});

describe('409', () => {
  it('keeps the last owner', async () => {
    const owner = await host.newOwner();
    await host.join(owner, 'developer');
    expect(await remove(owner, owner)).toMatchObject(refused(409, 'last_owner'));
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await host.call('DELETE', '/v1/members/somebody')).toMatchObject({ status: 401 });
  });
});
