import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused, type TeamHost, teamHost } from '../../../../tests/support/team-host.ts';

let host: TeamHost;
beforeAll(async () => {
  host = await teamHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const rename = (token: string, name: string) =>
  host.call('PATCH', '/v1/auth/account', { token, body: { name } });

describe('200', () => {
  it('gives the account the name that invited people see', async () => {
    const owner = await host.newOwner();
    const body = { accountId: owner.accountId, name: 'Fruit stall' };
    expect(await rename(owner.token, ' Fruit stall ')).toMatchObject({ status: 200, body });
    const { token } = await host.invite(owner);
    const preview = await host.call('POST', '/v1/invitations/preview', { body: { token } });
    expect(preview.body['accountName']).toBe('Fruit stall');
    expect(await host.actions(owner.accountId)).toContain('account.renamed');
  });
});

describe('400', () => {
  it.each(['', '   ', 'a'.repeat(101), 'a\u202eb', 'a\u0000b'])('for %j', async (name) => {
    const { token } = await host.newOwner();
    expect(await rename(token, name)).toMatchObject({ status: 400 });
  });
});

describe('403', () => {
  it('for members who do not own the account', async () => {
    const { token } = await host.join(await host.newOwner(), 'finance');
    expect(await rename(token, 'Mine')).toMatchObject(refused(403, 'role_too_low'));
  });
});

describe('401', () => {
  it('needs a session', async () => {
    expect(await host.call('PATCH', '/v1/auth/account', { body: { name: 'Mine' } })).toMatchObject({
      status: 401,
    });
  });
});
