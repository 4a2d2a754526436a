import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TeamHost, teamHost } from '../../../../tests/support/team-host.ts';

let host: TeamHost;
beforeAll(async () => {
  host = await teamHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('shows everybody of the account to every member, and nobody of another', async () => {
    const owner = await host.newOwner();
    const viewer = await host.join(owner, 'viewer');
    await host.newOwner();
    const { status, body } = await host.call('GET', '/v1/members', { token: viewer.token });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        members: [
          {
            personId: owner.personId,
            role: 'owner',
            current: false,
            logins: [{ kind: 'email', email: owner.email, walletAddress: null }],
          },
          { personId: viewer.personId, role: 'viewer', current: true },
        ],
      },
    });
    expect(JSON.stringify(body)).not.toMatch(/hash|password/i);
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await host.call('GET', '/v1/members')).toMatchObject({ status: 401 });
  });
});
