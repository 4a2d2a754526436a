import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ClientsHost,
  clientsHost,
  type Headers,
} from '../../../../tests/support/clients-host.ts';
import { createClientId } from '../create-client-id.ts';

let host: ClientsHost;
beforeAll(async () => {
  host = await clientsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const clientOf = ({ accountId }: { accountId: string }) =>
  createClientId(host.ctx, { accountId, label: 'Front', allowedDomains: [] });
const revoke = (id: string, headers: Headers = host.own.apiKey) =>
  host.call(`DELETE /v2/client-ids/${id}`, headers);
const revokeV1 = (id: string, headers: Headers = host.own.wallet) =>
  host.call(`DELETE /v1/client-ids/${id}`, headers);
const use = (clientId: string) => host.call('GET /v1/webhook', { 'x-client-id': clientId });

describe('200', () => {
  it('ends it for good and at once: calls with it are refused with 403', async () => {
    for (const end of [revoke, revokeV1]) {
      const { id, clientId } = await clientOf(host.own);
      expect((await use(clientId)).status).toBe(200);
      expect(await end(id)).toEqual({ status: 200, body: { success: true } });
      expect(await use(clientId)).toMatchObject({
        status: 403,
        body: { code: 'client_id_not_active' },
      });
    }
  });

  it('does it once, however often it is called, and writes the log once', async () => {
    const { id } = await clientOf(host.own);
    await Promise.all([revoke(id), revokeV1(id)]);
    expect(await revoke(id)).toEqual({ status: 200, body: { success: true } });
    const entries = await host.ctx.db
      .selectFrom('audit_entry')
      .select('action')
      .where('object_id', '=', id)
      .orderBy('id')
      .execute();
    const revoked = entries.filter(({ action }) => action === 'client_id.revoked');
    expect(revoked).toHaveLength(1);
  });
});

describe('401', () => {
  it('requires credentials', async () => {
    const { id } = await clientOf(host.own);
    expect((await revoke(id, {})).status).toBe(401);
    expect((await revokeV1(id, {})).status).toBe(401);
  });
});

describe('403', () => {
  it('refuses the session of an email address', async () => {
    const { id } = await clientOf(host.own);
    expect((await revokeV1(id, host.own.email)).status).toBe(403);
  });
});

describe('404', () => {
  it('answers another account’s like nothing, and leaves it alone', async () => {
    const { id, clientId } = await clientOf(host.foreign);
    for (const text of [id, '01KC9TZ5S2E8VXH3M6Q4WJ7RBD', clientId]) {
      expect((await revoke(text)).status).toBe(404);
      expect((await revokeV1(text)).status).toBe(404);
    }
    expect((await use(clientId)).status).toBe(200);
  });
});
