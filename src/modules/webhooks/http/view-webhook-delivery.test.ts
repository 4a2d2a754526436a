import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PartnerHost, partnerHost, textAt } from '../../../../tests/support/partner-host.ts';
import { insertAttempt, insertDelivery } from '../../../../tests/support/webhook-deliveries.ts';
import { SHOP, type WebhookHost, webhookHost } from '../../../../tests/support/webhook-host.ts';

let host: WebhookHost;
beforeAll(async () => {
  host = await webhookHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('shows what was sent and what came back, without any signature', async () => {
    const endpointId = await host.newWebhook(host.session);
    const first = await insertDelivery(host.ctx, { endpointId, status: 'failed' });
    const id = await insertDelivery(host.ctx, { endpointId, status: 'failed', replayOf: first });
    await insertAttempt(host.ctx, { deliveryId: id, retryCount: 0, responseStatus: 503 });
    await insertAttempt(host.ctx, { deliveryId: id, retryCount: 1, failure: 'no answer' });
    const answer = await host.call('GET', host.session, { path: `/deliveries/${id}` });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id,
        webhookId: endpointId,
        url: expect.stringMatching(/^https:\/\/hook\.example\.com\//),
        eventType: 'payment.confirmed',
        status: 'failed',
        replayOf: first,
        body: '{"event":"payment.confirmed"}',
        attempts: [
          {
            retryCount: 0,
            startedAt: '2026-01-02T03:04:05.000Z',
            durationMs: 7,
            responseStatus: 503,
            failure: null,
            responseExcerpt: 'busy',
            requestHeaders: {
              'content-type': 'application/json',
              'x-service-delivery': id,
              'x-service-retry-count': '0',
              'x-service-test': 'true',
              'x-service-replay-of': first,
            },
          },
          { retryCount: 1, responseStatus: null, failure: 'no answer', responseExcerpt: null },
        ],
      },
    });
    expect(JSON.stringify(answer)).not.toContain('signature');
  });
});

describe('200 for a partner', () => {
  let partners: PartnerHost;
  beforeAll(async () => {
    partners = await partnerHost();
  });
  afterAll(() => partners[Symbol.asyncDispose]());

  it('shows what its own endpoints were sent, in the list and one by one', async () => {
    const [partner, other] = [await partners.newPartner(), await partners.newPartner()];
    const body = { url: 'https://stalls.example/hooks' };
    const made = await partners.done('createOrchestratorWebhook', partner.key, { body });
    const endpointId = textAt(made, 'webhook.id');
    const deliveryId = await insertDelivery(partners.ctx, { endpointId });
    const params = { id: endpointId, deliveryId };
    expect(await partners.call('listWebhookDeliveries', partner.key, { params })).toMatchObject({
      body: { deliveries: [{ id: deliveryId }] },
    });
    expect(await partners.call('viewWebhookDelivery', partner.key, { params })).toMatchObject({
      body: { id: deliveryId, webhookId: endpointId },
    });
    for (const operation of ['listWebhookDeliveries', 'viewWebhookDelivery']) {
      expect(await partners.call(operation, other.key, { params })).toMatchObject({ status: 404 });
    }
  });
});

describe('401', () => {
  it('without credentials', async () => {
    expect(await host.call('GET', {}, { path: '/deliveries/x' })).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('refuses a public client ID alone in production', async () => {
    const headers = { 'x-client-id': host.browser, origin: SHOP };
    const endpointId = await host.newWebhook(headers);
    const path = `/deliveries/${await insertDelivery(host.ctx, { endpointId })}`;
    expect(await host.call('GET', headers, { path })).toMatchObject({ status: 200 });
    expect(await host.call('GET', headers, { path, strict: true })).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
  });
});

describe('404', () => {
  it('for a delivery to others, to a removed endpoint, or one that does not exist', async () => {
    const endpointId = await host.newWebhook(host.session);
    const id = await insertDelivery(host.ctx, { endpointId });
    const notFound = { status: 404, body: { code: 'delivery_not_found' } };
    for (const [headers, named] of [
      [host.foreignSession, id],
      [{ 'x-client-id': host.backend }, id],
      [host.session, '01KC9TZ5S2E8VXH3M6Q4WJ7RBD'],
    ] as const) {
      const answer = await host.call('GET', headers, { path: `/deliveries/${named}` });
      expect(answer).toMatchObject(notFound);
    }
    await host.call('DELETE', host.session, { path: `/${endpointId}` });
    const gone = await host.call('GET', host.session, { path: `/deliveries/${id}` });
    expect(gone).toMatchObject(notFound);
  });
});
