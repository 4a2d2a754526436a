import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PartnerHost, partnerHost } from '../../../../tests/support/partner-host.ts';
import { insertDelivery } from '../../../../tests/support/webhook-deliveries.ts';

type Headers = Parameters<PartnerHost['call']>[1];

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const fileOf = (id: string, headers: Headers, query = 'format=json') =>
  host.call('exportOrchestratorWebhookDeliveries', headers, { params: { id }, query });

describe('200', () => {
  it('saves the filtered log of one of its endpoints, by its key and signed in', async () => {
    const partner = await host.newPartner();
    const endpointId = await host.newWebhook(partner.key);
    const failed = await insertDelivery(host.ctx, { endpointId, status: 'failed' });
    const delivered = await insertDelivery(host.ctx, { endpointId, status: 'delivered' });
    for (const headers of [partner.key, partner.byEmail]) {
      expect(await fileOf(endpointId, headers)).toMatchObject({
        status: 200,
        body: [{ id: delivered }, { id: failed }],
      });
    }
    const query = 'format=json&status=failed';
    expect(await fileOf(endpointId, partner.key, query)).toMatchObject({ body: [{ id: failed }] });
  });
});

describe('404', () => {
  it('refuses the endpoint of another partner as one that is not there', async () => {
    const [partner, other] = [await host.newPartner(), await host.newPartner()];
    const id = await host.newWebhook(other.key);
    for (const headers of [partner.key, partner.byEmail]) {
      expect(await fileOf(id, headers)).toMatchObject({
        status: 404,
        body: { code: 'webhook_not_found' },
      });
    }
  });
});

describe('400', () => {
  it.each(['status=lost', 'format=xml'])('refuses %s', async (query) => {
    const { key } = await host.newPartner();
    expect(await fileOf(await host.newWebhook(key), key, query)).toMatchObject({ status: 400 });
  });
});

describe('401', () => {
  it('refuses a caller without a key', async () => {
    const { key } = await host.newPartner();
    expect(await fileOf(await host.newWebhook(key), {})).toMatchObject({ status: 401 });
  });
});
