import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TeamHost, teamHost } from '../../../../tests/support/team-host.ts';

let host: TeamHost;
beforeAll(async () => {
  host = await teamHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('lists the accounts of the caller and no others', async () => {
    const owner = await host.newOwner();
    const member = await host.join(owner, 'viewer');
    const { status, body } = await host.call('GET', '/v1/auth/accounts', { token: member.token });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        accounts: [
          { name: 'New account', role: 'owner', current: false },
          { accountId: owner.accountId, name: 'New account', role: 'viewer', current: true },
        ],
      },
    });
    const alone = await host.call('GET', '/v1/auth/accounts', { token: owner.token });
    expect(alone.body['accounts']).toHaveLength(1);
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await host.call('GET', '/v1/auth/accounts')).toMatchObject({ status: 401 });
  });
});
