import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdministrationHost,
  administrationHost,
  administrationsOf,
  describeKeptOut,
} from '../../../../tests/support/administration-host.ts';
import { createClientId } from '../create-client-id.ts';
import { findClientId } from '../find-client-id.ts';

let host: AdministrationHost;
beforeAll(async () => {
  host = await administrationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const set = (clientId: string, tier: string) =>
  host.callAt('PUT', `/v1/admin/client-ids/${clientId}/rate-tier`, {
    token: host.administrator,
    body: { tier },
  });

describe('200', () => {
  it('sets the tier, which both logs record', async () => {
    const { token } = await host.register();
    const { accountId } = Object((await host.call('GET', 'session', { token })).body);
    const ctx = { ...host.ctx, actor: { kind: 'operator' } } as const;
    const { clientId } = await createClientId(ctx, {
      accountId,
      label: 'Shop',
      allowedDomains: [],
    });
    expect((await set(clientId, 'premium')).body).toEqual({ clientId, tier: 'premium' });
    expect(await findClientId(host.ctx, clientId)).toMatchObject({ rateTier: 'premium' });
    expect(await administrationsOf(host, 'rate_tier.set')).toMatchObject([
      { details: { clientId, before: 'default', tier: 'premium', accountId } },
    ]);
  });
});

describe('400', () => {
  it('takes no other tier', async () => {
    expect((await set('cli_BQcHk1UxOEQOk7725zcEw5nA', 'management')).status).toBe(400);
  });
});

describe('401 and 404', () => {
  const body = { tier: 'basic' };
  describeKeptOut(() => host, { method: 'PUT', path: '/v1/admin/client-ids/x/rate-tier', body });

  it('knows no other client ID', async () => {
    expect((await set('cli_BQcHk1UxOEQOk7725zcEw5nA', 'basic')).status).toBe(404);
  });
});
