import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdministrationHost,
  administrationHost,
  describeKeptOut,
} from '../../../../tests/support/administration-host.ts';
import { createClientId } from '../create-client-id.ts';

let host: AdministrationHost;
beforeAll(async () => {
  host = await administrationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('lists the client IDs of one account with their tiers', async () => {
    const { token } = await host.register();
    const { accountId } = Object((await host.call('GET', 'session', { token })).body);
    const ctx = { ...host.ctx, actor: { kind: 'operator' } } as const;
    const { clientId } = await createClientId(ctx, {
      accountId,
      label: 'Shop',
      allowedDomains: [],
    });
    const path = `/v1/admin/accounts/${accountId}/rate-tiers`;
    expect((await host.callAt('GET', path, { token: host.administrator })).body).toEqual({
      clientIds: [{ clientId, label: 'Shop', status: 'active', tier: 'default' }],
    });
  });
});

describe('401 and 404', () => {
  describeKeptOut(() => host, { method: 'GET', path: '/v1/admin/accounts/x/rate-tiers' });
});
