import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAttempt, insertDelivery } from '../../../../tests/support/webhook-deliveries.ts';
import { type WebhookHost, webhookHost } from '../../../../tests/support/webhook-host.ts';

let host: WebhookHost;
beforeAll(async () => {
  host = await webhookHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const view = (headers: WebhookHost['session'], query = '') =>
  host.call('GET', headers, { path: '/figures', query });

describe('200', () => {
  it('says how receivers answered, and nothing of other accounts', async () => {
    const empty = { attempts: 0, failed: 0, lost: 0, failureRate: null, latency: null, days: [] };
    const range = { from: '2025-12-04', to: '2026-01-02', timeZone: 'UTC' };
    expect(await view(host.session)).toEqual({ status: 200, body: { ...range, ...empty } });
    const endpointId = await host.newWebhook(host.session);
    const deliveryId = await insertDelivery(host.ctx, { endpointId, status: 'failed' });
    await insertAttempt(host.ctx, { deliveryId, retryCount: 0, responseStatus: 503 });
    await insertAttempt(host.ctx, { deliveryId, retryCount: 1, failure: 'no answer' });
    await insertAttempt(host.ctx, { deliveryId, retryCount: 2, responseStatus: 302 });
    await insertAttempt(host.ctx, { deliveryId, retryCount: 3, failure: 'no answer' });
    const again = await insertDelivery(host.ctx, { endpointId, replayOf: deliveryId });
    await insertAttempt(host.ctx, { deliveryId: again, retryCount: 0, responseStatus: 204 });
    const counted = { attempts: 5, failed: 4, lost: 1, failureRate: 0.8 };
    const figures = { ...counted, latency: { p50Ms: 7, p95Ms: 7 } };
    expect(await view(host.session)).toEqual({
      status: 200,
      body: { ...range, ...figures, days: [{ date: '2026-01-02', ...figures }] },
    });
    expect(await view(host.foreignSession)).toMatchObject({ body: empty });
    expect(await view({ 'x-api-key': host.apiKey }, '?to=2026-01-01')).toMatchObject({
      body: empty,
    });
  });
});

describe('200 of one endpoint', () => {
  it('counts its attempts alone', async () => {
    const [one, other] = [await host.newWebhook(host.session), await host.newWebhook(host.session)];
    const lost = await insertDelivery(host.ctx, { endpointId: one, status: 'failed' });
    await insertAttempt(host.ctx, { deliveryId: lost, retryCount: 0, responseStatus: 500 });
    const taken = await insertDelivery(host.ctx, { endpointId: other, status: 'delivered' });
    await insertAttempt(host.ctx, { deliveryId: taken, retryCount: 0, responseStatus: 204 });
    expect(await view(host.session, `?webhookId=${one}`)).toMatchObject({
      status: 200,
      body: { attempts: 1, failed: 1, failureRate: 1, days: [{ attempts: 1 }] },
    });
    expect(await view(host.session, `?webhookId=${other}`)).toMatchObject({
      body: { attempts: 1, failed: 0 },
    });
  });
});

describe('404', () => {
  it('refuses the endpoint of another account as one that is not there', async () => {
    const webhookId = await host.newWebhook(host.session);
    for (const [headers, id] of [
      [host.foreignSession, webhookId],
      [host.session, '01KC9TZ5S2E8VXH3M6Q4WJ7RBD'],
    ] as const) {
      expect(await view(headers, `?webhookId=${id}`)).toMatchObject({
        status: 404,
        body: { code: 'webhook_not_found' },
      });
    }
  });
});

describe('400', () => {
  it('refuses a time zone that is none', async () => {
    expect(await view(host.session, '?timeZone=Berlin')).toMatchObject({ status: 400 });
  });
});

describe('401', () => {
  it('refuses a caller without a credential', async () => {
    expect(await view({})).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('refuses a client ID', async () => {
    expect(await view({ 'x-client-id': host.backend })).toMatchObject({ status: 403 });
  });
});
