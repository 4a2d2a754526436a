import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertDelivery, statusOfDelivery } from '../../../../tests/support/webhook-deliveries.ts';
import { SHOP, type WebhookHost, webhookHost } from '../../../../tests/support/webhook-host.ts';

let host: WebhookHost;
beforeAll(async () => {
  host = await webhookHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('takes an endpoint away for good; its address is free again, under another secret', async () => {
    const own = { 'x-client-id': host.backend };
    const url = host.freshUrl();
    const first = await host.call('POST', own, { body: { url } });
    const { id, secret } = Object(first.body);
    expect(await host.call('DELETE', own, { path: `/${id}` })).toEqual({
      status: 200,
      body: { success: true },
    });
    expect(JSON.stringify(await host.call('GET', own))).not.toContain(id);
    const again = await host.call('POST', own, { body: { url } });
    expect(again).toMatchObject({ status: 201 });
    expect(Object(again.body).secret).not.toBe(secret);
    expect(await host.audit('webhook.removed')).toHaveLength(1);
  });

  it('skips what was still to be sent', async () => {
    const id = await host.newWebhook(host.session);
    const waiting = await insertDelivery(host.ctx, { endpointId: id });
    await host.call('DELETE', host.session, { path: `/${id}` });
    expect(await statusOfDelivery(host.ctx, waiting)).toBe('skipped');
  });
});

describe('401', () => {
  it('requires valid credentials', async () => {
    for (const headers of [{}, { 'x-client-id': 'cli_nobody' }, { 'x-api-key': 'nothing' }]) {
      expect(await host.call('DELETE', headers, { path: '/x' })).toMatchObject({ status: 401 });
    }
  });
});

describe('403', () => {
  it('refuses a public client ID alone in production', async () => {
    const headers = { 'x-client-id': host.browser, origin: SHOP };
    const id = await host.newWebhook(headers);
    expect(await host.call('DELETE', headers, { path: `/${id}`, strict: true })).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
  });
});

describe('404', () => {
  it('for every endpoint that is not the caller’s, as for one that is gone', async () => {
    const wide = await host.newWebhook({ 'x-api-key': host.apiKey });
    const gone = await host.newWebhook(host.session);
    await host.call('DELETE', host.session, { path: `/${gone}` });
    for (const [headers, id] of [
      [{ 'x-client-id': host.backend }, wide],
      [host.foreignSession, wide],
      [host.session, gone],
    ] as const) {
      expect(await host.call('DELETE', headers, { path: `/${id}` })).toMatchObject({
        status: 404,
        body: { code: 'webhook_not_found' },
      });
    }
    expect(JSON.stringify(await host.call('GET', host.session))).toContain(wide);
  });
});
