import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ClientsHost,
  clientsHost,
  type Headers,
} from '../../../../tests/support/clients-host.ts';
import { createApiKey } from '../create-api-key.ts';

let host: ClientsHost;
beforeAll(async () => {
  host = await clientsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const keyOf = ({ accountId }: { accountId: string }) =>
  createApiKey(host.ctx, { accountId, label: 'Server' });
const revoke = (id: string, headers: Headers = host.own.email) =>
  host.call(`DELETE /v1/api-keys/${id}`, headers);
const use = async (apiKey: unknown) =>
  (await host.call('GET /v2/client-ids', { 'x-api-key': String(apiKey) })).status;

describe('200', () => {
  it('ends it at once, and only it', async () => {
    const [dead, alive] = [await keyOf(host.own), await keyOf(host.own)];
    expect(await use(dead.apiKey)).toBe(200);
    expect(await revoke(dead.id)).toEqual({ status: 200, body: { success: true } });
    expect(await use(dead.apiKey)).toBe(401);
    expect(await use(alive.apiKey)).toBe(200);
  });

  it('does it once, however often it is called', async () => {
    const { id } = await keyOf(host.own);
    await revoke(id);
    const revokedAt = async () =>
      await host.ctx.db
        .selectFrom('api_key')
        .select('revoked_at')
        .where('id', '=', id)
        .executeTakeFirst();
    const first = await revokedAt();
    host.now.advance(1_000);
    expect(await revoke(id)).toEqual({ status: 200, body: { success: true } });
    expect(await revokedAt()).toEqual(first);
    const entries = await host.ctx.db
      .selectFrom('audit_entry')
      .select('action')
      .where('object_id', '=', id)
      .where('action', '=', 'api_key.revoked')
      .execute();
    expect(entries).toHaveLength(1);
  });
});

describe('401', () => {
  it('requires a session', async () => {
    const { id } = await keyOf(host.own);
    expect((await revoke(id, {})).status).toBe(401);
  });
});

describe('403', () => {
  it('refuses an API key', async () => {
    const { id } = await keyOf(host.own);
    expect((await revoke(id, host.own.apiKey)).status).toBe(403);
  });
});

describe('404', () => {
  it('answers another account’s like nothing, and leaves it alone', async () => {
    const { id, apiKey } = await keyOf(host.foreign);
    for (const text of [id, '01KC9TZ5S2E8VXH3M6Q4WJ7RBD', 'nonsense']) {
      expect((await revoke(text)).status).toBe(404);
    }
    expect(await use(apiKey)).toBe(200);
  });
});
