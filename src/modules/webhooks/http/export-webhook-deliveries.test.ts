import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAttempt, insertDelivery } from '../../../../tests/support/webhook-deliveries.ts';
import { type WebhookHost, webhookHost } from '../../../../tests/support/webhook-host.ts';

let host: WebhookHost;
beforeAll(async () => {
  host = await webhookHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const fetchFile = (endpointId: string, query = '', headers = host.session) =>
  host.call('GET', headers, { path: `/${endpointId}/deliveries/export`, query });

describe('200', () => {
  it('writes the filtered deliveries of one endpoint, newest first', async () => {
    const endpointId = await host.newWebhook(host.session);
    const other = await host.newWebhook(host.session);
    await insertDelivery(host.ctx, { endpointId: other, status: 'failed' });
    const first = await insertDelivery(host.ctx, { endpointId, status: 'failed' });
    await insertAttempt(host.ctx, { deliveryId: first, retryCount: 0, responseStatus: 503 });
    const second = await insertDelivery(host.ctx, { endpointId, status: 'delivered' });
    const { status, body } = await fetchFile(endpointId, '?format=json');
    expect(status).toBe(200);
    expect(body).toMatchObject([{ id: second }, { id: first, lastResponseStatus: 503 }]);
    const failed = await fetchFile(endpointId, '?format=json&status=failed');
    expect(failed.body).toMatchObject([{ id: first }]);
    const later = await fetchFile(endpointId, '?format=json&from=2027-01-01T00:00:00Z');
    expect(later.body).toEqual([]);
  });

  it('writes more than one page, each delivery once', async () => {
    const endpointId = await host.newWebhook(host.session);
    const ids: string[] = [];
    for (let i = 0; i < 501; i += 1) {
      ids.push(await insertDelivery(host.ctx, { endpointId, status: 'delivered' }));
    }
    const { body } = await fetchFile(endpointId, '?format=json');
    expect(body).toMatchObject(ids.toReversed().map((id) => ({ id })));
  });
});

describe('400', () => {
  it.each(['format=xml', 'status=lost', 'limit=5', 'cursor=x', 'event='])(
    'refuses ?%s',
    async (query) => {
      const endpointId = await host.newWebhook(host.session);
      expect(await fetchFile(endpointId, `?${query}`)).toMatchObject({ status: 400 });
    },
  );
});

describe('401', () => {
  it('refuses a caller without a credential', async () => {
    const endpointId = await host.newWebhook(host.session);
    expect(await fetchFile(endpointId, '', {})).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('refuses a client ID', async () => {
    const endpointId = await host.newWebhook(host.session);
    const headers = { 'x-client-id': host.backend };
    expect(await fetchFile(endpointId, '', headers)).toMatchObject({ status: 403 });
  });
});

describe('404', () => {
  it('refuses the endpoint of another account as one that is not there', async () => {
    const endpointId = await host.newWebhook(host.session);
    const foreign = await fetchFile(endpointId, '?format=json', host.foreignSession);
    const none = await fetchFile('01KC9TZ5S2E8VXH3M6Q4WJ7RBD', '?format=json');
    for (const { status, body } of [foreign, none]) {
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 'webhook_not_found' });
    }
  });
});
