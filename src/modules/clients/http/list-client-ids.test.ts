import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientsHost, clientsHost } from '../../../../tests/support/clients-host.ts';
import { createClientId } from '../create-client-id.ts';

let host: ClientsHost;
beforeAll(async () => {
  host = await clientsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('lists the own ones, the newest last, in short', async () => {
    const { ctx, own, foreign } = host;
    expect(await host.call('GET /v2/client-ids', own.apiKey)).toEqual({ status: 200, body: [] });
    const make = (accountId: string, label: string) =>
      createClientId(ctx, { accountId, label, allowedDomains: ['https://shop.example'] });
    await make(foreign.accountId, 'Theirs');
    const shown = [];
    for (const label of ['First', 'Second', 'Third']) {
      const { id, clientId } = await make(own.accountId, label);
      shown.push({
        id,
        clientId,
        label,
        allowedDomains: ['https://shop.example'],
        payeeDestinationId: null,
        canPayAnyPayee: true,
        rateTier: 'default',
        status: 'active',
        createdAt: '2026-01-02T03:04:05.000Z',
        lastUsedAt: null,
      });
    }
    expect(await host.call('GET /v2/client-ids', own.apiKey)).toEqual({ status: 200, body: shown });
    expect(await host.call('GET /v1/client-ids', own.wallet)).toEqual({
      status: 200,
      body: shown,
    });
  });
});

describe('401', () => {
  it('requires credentials', async () => {
    expect((await host.call('GET /v2/client-ids', {})).status).toBe(401);
    expect((await host.call('GET /v1/client-ids', {})).status).toBe(401);
  });
});

describe('403', () => {
  it('refuses the session of an email address', async () => {
    expect((await host.call('GET /v1/client-ids', host.own.email)).status).toBe(403);
  });
});
