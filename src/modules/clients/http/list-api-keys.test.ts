import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientsHost, clientsHost } from '../../../../tests/support/clients-host.ts';
import { createApiKey } from '../create-api-key.ts';
import { revokeApiKey } from '../revoke-api-key.ts';
import { rotateApiKey } from '../rotate-api-key.ts';

let host: ClientsHost;
beforeAll(async () => {
  host = await clientsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('lists the own ones with what they are worth, the newest last, and never their texts', async () => {
    const { ctx, now, own } = host;
    const { accountId } = own;
    const made = now().toISOString();
    const key = (label: string, expiresAt?: Date) =>
      createApiKey(ctx, { accountId, label, expiresAt });
    const short = await key('Short', new Date(now().getTime() + 1_000));
    const old = await key('Server');
    const dead = await key('Dead');
    await revokeApiKey(ctx, { accountId, id: dead.id });
    const fresh = await rotateApiKey(ctx, { accountId, id: old.id, overlapSeconds: 3_600 });
    now.advance(1_000);
    const { status, body } = await host.call('GET /v1/api-keys', own.email);
    expect(status).toBe(200);
    const shown = (
      row: { id: string; label: string; prefix: string },
      is: string,
      more: object = {},
    ) => ({
      id: row.id,
      label: row.label,
      prefix: row.prefix,
      status: is,
      createdAt: made,
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
      replacedBy: null,
      createdBy: null,
      ...more,
    });
    const hour = new Date(now().getTime() - 1_000 + 3_600_000).toISOString();
    expect(body).toEqual({
      apiKeys: [
        expect.objectContaining({ label: 'Till', status: 'active' }),
        shown(short, 'expired', { expiresAt: short.expiresAt }),
        shown(old, 'expiring', { expiresAt: hour, replacedBy: fresh.id }),
        shown(dead, 'revoked', { revokedAt: made }),
        shown(fresh, 'active'),
      ],
    });
    for (const { apiKey } of [short, old, dead, fresh]) {
      expect(JSON.stringify(body)).not.toContain(apiKey);
    }
  });

  it('shows when a key was last used', async () => {
    const { own, now } = host;
    await host.call('GET /v2/client-ids', own.apiKey);
    const { body } = await host.call('GET /v1/api-keys', own.wallet);
    const used = expect.objectContaining({ label: 'Till', lastUsedAt: now().toISOString() });
    expect(body['apiKeys']).toContainEqual(used);
  });
});

describe('401', () => {
  it('requires a session', async () => {
    expect((await host.call('GET /v1/api-keys', {})).status).toBe(401);
  });
});

describe('403', () => {
  it('refuses an API key', async () => {
    expect((await host.call('GET /v1/api-keys', host.own.apiKey)).status).toBe(403);
  });
});
