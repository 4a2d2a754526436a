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

const unblock = (id: string) =>
  host.callAt('POST', `/v1/admin/accounts/${id}/unblock`, { token: host.administrator });

describe('200', () => {
  it('lets the account act again', async () => {
    const { token } = await host.register();
    const { accountId } = Object((await host.call('GET', 'session', { token })).body);
    const body = { reason: 'A mistake' };
    const path = `/v1/admin/accounts/${accountId}/block`;
    await host.callAt('POST', path, { token: host.administrator, body });
    expect((await host.call('GET', 'session', { token })).status).toBe(403);
    expect(await unblock(accountId)).toMatchObject({ status: 200, body: { success: true } });
    expect((await host.call('GET', 'session', { token })).status).toBe(200);
  });
});

describe('401 and 404', () => {
  describeKeptOut(() => host, { method: 'POST', path: '/v1/admin/accounts/x/unblock' });

  it('knows no other account', async () => {
    expect(await unblock('nothing')).toMatchObject({ status: 404 });
  });
});

describe('409', () => {
  it('is answered for an account that is not blocked', async () => {
    expect(await unblock('0'.repeat(26))).toMatchObject({
      status: 409,
      body: { code: 'account_not_blocked' },
    });
  });
});
