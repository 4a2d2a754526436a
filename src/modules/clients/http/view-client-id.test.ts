import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ClientsHost,
  clientsHost,
  type Headers,
} from '../../../../tests/support/clients-host.ts';
import { createClientId } from '../create-client-id.ts';
import { ensurePageClientId } from '../ensure-page-client-id.ts';

let host: ClientsHost;
beforeAll(async () => {
  host = await clientsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const clientOf = ({ accountId }: { accountId: string }) =>
  createClientId(host.ctx, { accountId, label: 'Front', allowedDomains: [] });
const view = (id: string, headers: Headers = host.own.apiKey) =>
  host.call(`GET /v2/client-ids/${id}`, headers);
const viewV1 = (id: string, headers: Headers = host.own.wallet) =>
  host.call(`GET /v1/client-ids/${id}`, headers);

describe('200', () => {
  it('shows all of it', async () => {
    const { id, clientId } = await clientOf(host.own);
    const shown = {
      id,
      clientId,
      label: 'Front',
      allowedDomains: [],
      feePercentage: null,
      feeAddress: null,
      operatorWalletAddress: null,
      defaultPreApprovalExpiry: null,
      defaultAuthorizationExpiry: null,
      payeeDestinationId: null,
      canPayAnyPayee: true,
      rateTier: 'default',
      status: 'active',
      createdAt: '2026-01-02T03:04:05.000Z',
      updatedAt: '2026-01-02T03:04:05.000Z',
      lastUsedAt: null,
    };
    expect(await view(id)).toEqual({ status: 200, body: shown });
    expect(await viewV1(id)).toEqual({ status: 200, body: shown });
  });

  it('shows when it was last used, at most a minute late', async () => {
    const { id, clientId } = await clientOf(host.own);
    const use = () => host.call('GET /v1/webhook', { 'x-client-id': clientId });
    const used = async () => (await view(id)).body['lastUsedAt'];
    await use();
    const first = host.now().toISOString();
    expect(await used()).toBe(first);
    host.now.advance(60_000);
    await use();
    expect(await used()).toBe(first);
    host.now.advance(1);
    await use();
    expect(await used()).toBe(host.now().toISOString());
  });
});

describe('401', () => {
  it('requires credentials', async () => {
    const { id } = await clientOf(host.own);
    expect((await view(id, {})).status).toBe(401);
    expect((await viewV1(id, {})).status).toBe(401);
  });
});

describe('403', () => {
  it('refuses the session of an email address', async () => {
    const { id } = await clientOf(host.own);
    expect((await viewV1(id, host.own.email)).status).toBe(403);
  });
});

describe('404', () => {
  it('answers another account’s, the public text, and nonsense like nothing', async () => {
    const { id } = await clientOf(host.foreign);
    const { clientId } = await clientOf(host.own);
    const nothing = await view('01KC9TZ5S2E8VXH3M6Q4WJ7RBD');
    expect(nothing).toMatchObject({ status: 404, body: { message: 'Client ID not found' } });
    for (const text of [id, clientId, 'nonsense', '%00', 'a'.repeat(90)]) {
      for (const send of [view, viewV1]) {
        const { status, body } = await send(text);
        expect(status).toBe(404);
        expect({ ...body, correlationId: '', docUrl: '' }).toEqual({
          ...nothing.body,
          correlationId: '',
          docUrl: '',
        });
      }
    }
  });

  it('keeps the pay page’s own from everybody', async () => {
    await ensurePageClientId(host.ctx, { origin: 'http://localhost:8082' });
    const page = await host.ctx.db
      .selectFrom('client_id')
      .select('id')
      .where('purpose', '=', 'page')
      .executeTakeFirstOrThrow();
    expect((await view(page.id)).status).toBe(404);
  });
});
