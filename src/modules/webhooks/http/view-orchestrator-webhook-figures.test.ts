import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PartnerHost, partnerHost, textAt } from '../../../../tests/support/partner-host.ts';
import { insertAttempt, insertDelivery } from '../../../../tests/support/webhook-deliveries.ts';

type Headers = Parameters<PartnerHost['call']>[1];

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const count = (id: string, headers: Headers, query = '') =>
  host.call('viewOrchestratorWebhookFigures', headers, { params: { id }, query });

describe('200', () => {
  it('sees how one of its endpoints answered, by its key and signed in', async () => {
    const partner = await host.newPartner();
    const id = await host.newWebhook(partner.key);
    const deliveryId = await insertDelivery(host.ctx, { endpointId: id, status: 'failed' });
    await insertAttempt(host.ctx, { deliveryId, retryCount: 0, responseStatus: 503 });
    for (const headers of [partner.key, partner.byEmail]) {
      expect(await count(id, headers)).toMatchObject({
        status: 200,
        body: { attempts: 1, failed: 1, lost: 0, failureRate: 1, days: [{ attempts: 1 }] },
      });
    }
  });
});

describe('404', () => {
  it('refuses the endpoint of another one, and of an account, as one that is not there', async () => {
    const [partner, other] = [await host.newPartner(), await host.newPartner()];
    const foreign = await host.newWebhook(other.key);
    const body = { url: 'https://hooks.example/' };
    const platform = await host.done('createWebhook', partner.byEmail, { body });
    const nobodys = '01KC9TZ5S2E8VXH3M6Q4WJ7RBD';
    for (const id of [foreign, textAt(platform, 'id'), nobodys]) {
      const refused = { status: 404, body: { code: 'webhook_not_found' } };
      expect(await count(id, partner.key)).toMatchObject(refused);
      expect(await count(id, partner.byEmail)).toMatchObject(refused);
    }
    const { byEmail } = await host.newPeople();
    expect(await count(foreign, byEmail)).toMatchObject({ status: 404 });
  });
});

describe('400', () => {
  it.each(['from=yesterday', 'webhookId=01KC9TZ5S2E8VXH3M6Q4WJ7RBD'])(
    'refuses %s',
    async (query) => {
      const { key } = await host.newPartner();
      expect(await count(await host.newWebhook(key), key, query)).toMatchObject({ status: 400 });
    },
  );
});

describe('401', () => {
  it('refuses a caller without a key', async () => {
    const { key } = await host.newPartner();
    expect(await count(await host.newWebhook(key), {})).toMatchObject({ status: 401 });
  });
});
