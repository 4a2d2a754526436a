import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PartnerHost, partnerHost, textAt } from '../../../../tests/support/partner-host.ts';

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('lists the own endpoints, oldest first, inactive ones included', async () => {
    const [partner, other] = [await host.newPartner(), await host.newPartner()];
    const create = async (key: typeof partner.key, url: string) =>
      textAt(await host.done('createOrchestratorWebhook', key, { body: { url } }), 'webhook.id');
    const first = await create(partner.key, 'https://a.example/');
    const second = await create(partner.key, 'https://b.example/');
    await create(other.key, 'https://c.example/');
    await host.done('createWebhook', partner.byEmail, { body: { url: 'https://d.example/' } });
    await host.done('deactivateOrchestratorWebhook', partner.key, { params: { id: first } });
    expect(await host.call('listOrchestratorWebhooks', partner.key)).toMatchObject({
      status: 200,
      body: {
        webhooks: [
          { id: first, url: 'https://a.example/', isActive: false, switchedOffBy: 'person' },
          { id: second, url: 'https://b.example/', isActive: true },
        ],
      },
    });
  });
});

describe('401', () => {
  it('without a key', async () => {
    expect(await host.call('listOrchestratorWebhooks', {})).toMatchObject({ status: 401 });
  });
});
