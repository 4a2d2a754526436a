import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Colleague,
  refused,
  type TeamHost,
  teamHost,
} from '../../../../tests/support/team-host.ts';

let host: TeamHost;
beforeAll(async () => {
  host = await teamHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const change = (by: Colleague, { personId }: Colleague, role: string) =>
  host.call('PATCH', `/v1/members/${personId}`, { token: by.token, body: { role } });

describe('200', () => {
  it('counts from the next call on where rights are given', async () => {
    const owner = await host.newOwner();
    const member = await host.join(owner, 'viewer');
    expect(await change(owner, member, 'developer')).toMatchObject({
      status: 200,
      body: {
        member: { role: 'developer' },
        ended: { sessions: 0, apiKeys: 0, orchestratorKeys: 0, invitations: 0 },
      },
    });
    const made = { token: member.token, body: { label: 'A key' } };
    expect(await host.call('POST', '/v1/api-keys', made)).toMatchObject({ status: 201 });
  });

  it('ends sessions where rights are lost, and keys with the right to make them', async () => {
    const owner = await host.newOwner();
    const member = await host.join(owner, 'owner');
    const made = await host.call('POST', '/v1/api-keys', {
      token: member.token,
      body: { label: 'A key' },
    });
    await host.invite(member);
    const atFirst = await change(owner, member, 'developer');
    expect(atFirst.body).toMatchObject({ ended: { sessions: 1, apiKeys: 0, invitations: 1 } });
    expect(await host.session(member.token)).toMatchObject({ status: 401 });
    const key = { headers: { 'x-api-key': String(made.body['apiKey']) } };
    expect((await host.call('GET', '/v2/client-ids', { ...key, host: 'api' })).status).toBe(200);
    const then = await change(owner, member, 'finance');
    expect(then.body).toMatchObject({ ended: { sessions: 0, apiKeys: 1 } });
    expect((await host.call('GET', '/v2/client-ids', { ...key, host: 'api' })).status).toBe(401);
    expect(await host.actions(owner.accountId)).toContain('member.role_changed');
  });

  it('records nothing where the role stays', async () => {
    const owner = await host.newOwner();
    const member = await host.join(owner, 'viewer');
    await change(owner, member, 'viewer');
    expect(await host.actions(owner.accountId)).not.toContain('member.role_changed');
    expect(await host.session(member.token)).toMatchObject({ status: 200 });
  });
});

describe('400', () => {
  it('for a role that does not exist', async () => {
    const owner = await host.newOwner();
    const member = await host.join(owner, 'viewer');
    expect(await change(owner, member, 'god')).toMatchObject({ status: 400 });
  });
});

describe('404', () => {
  it('for somebody of another account', async () => {
    const [owner, other] = [await host.newOwner(), await host.newOwner()];
    expect(await change(owner, other, 'viewer')).toMatchObject(refused(404, 'member_not_found'));
    expect(await host.session(other.token)).toMatchObject({ body: { role: 'owner' } });
  });
});

describe('409', () => {
  it('keeps the last owner, also where two owners demote each other at once', async () => {
    const owner = await host.newOwner();
    expect(await change(owner, owner, 'finance')).toMatchObject(refused(409, 'last_owner'));
    const second = await host.join(owner, 'owner');
    const both = await Promise.all([
      change(owner, second, 'viewer'),
      change(second, owner, 'viewer'),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const { owners } = await host.ctx.db
      .selectFrom('account_member')
      .select((row) => row.fn.countAll().as('owners'))
      .where('account_id', '=', owner.accountId)
      .where('role', '=', 'owner')
      .executeTakeFirstOrThrow();
    expect(Number(owners)).toBe(1);
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(
      await host.call('PATCH', '/v1/members/somebody', { body: { role: 'viewer' } }),
    ).toMatchObject({ status: 401 });
  });
});
