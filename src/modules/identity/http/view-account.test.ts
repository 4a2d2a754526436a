import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdministrationHost,
  administrationHost,
  describeKeptOut,
} from '../../../../tests/support/administration-host.ts';

let host: AdministrationHost;
beforeAll(async () => {
  host = await administrationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const view = (id: string) =>
  host.callAt('GET', `/v1/admin/accounts/${id}`, { token: host.administrator });

describe('200', () => {
  it('shows who signs in to an account, and no secret', async () => {
    const { email, token } = await host.register();
    const { accountId, personId } = Object((await host.call('GET', 'session', { token })).body);
    const { body } = await view(accountId);
    expect(body).toEqual({
      id: accountId,
      name: 'New account',
      createdAt: host.ctx.now().toISOString(),
      block: null,
      logins: [{ personId, role: 'owner', kind: 'email', login: email }],
    });
  });
});

describe('401 and 404', () => {
  describeKeptOut(() => host, { method: 'GET', path: '/v1/admin/accounts/x' });

  it('knows no other account', async () => {
    expect(await view('nothing')).toMatchObject({
      status: 404,
      body: { code: 'account_not_found' },
    });
  });
});
