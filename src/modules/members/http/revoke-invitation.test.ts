import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused, type TeamHost, teamHost } from '../../../../tests/support/team-host.ts';

let host: TeamHost;
beforeAll(async () => {
  host = await teamHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('ends an invitation, which is then like one that never was', async () => {
    const owner = await host.newOwner();
    const { id, token } = await host.invite(owner);
    const revoke = () => host.call('DELETE', `/v1/invitations/${id}`, { token: owner.token });
    expect(await revoke()).toMatchObject({ status: 200, body: { success: true } });
    const preview = await host.call('POST', '/v1/invitations/preview', { body: { token } });
    expect(preview).toMatchObject(refused(404, 'invitation_not_found'));
    expect(await revoke()).toMatchObject(refused(404, 'invitation_not_found'));
    expect(await host.actions(owner.accountId)).toContain('invitation.revoked');
  });
});

describe('404', () => {
  it('for one of another account, which it leaves', async () => {
    const [owner, other] = [await host.newOwner(), await host.newOwner()];
    const { id, token } = await host.invite(other);
    const answer = await host.call('DELETE', `/v1/invitations/${id}`, { token: owner.token });
    expect(answer).toMatchObject(refused(404, 'invitation_not_found'));
    const preview = await host.call('POST', '/v1/invitations/preview', { body: { token } });
    expect(preview).toMatchObject({ status: 200 });
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await host.call('DELETE', '/v1/invitations/one')).toMatchObject({ status: 401 });
  });
});
