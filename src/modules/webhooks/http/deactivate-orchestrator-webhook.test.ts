import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Partner,
  type PartnerHost,
  partnerHost,
  refused,
  textAt,
} from '../../../../tests/support/partner-host.ts';

let host: PartnerHost;
let partner: Partner;
let id: string;
beforeAll(async () => {
  host = await partnerHost();
  partner = await host.newPartner();
  const body = { url: 'https://stalls.example/hooks' };
  id = textAt(await host.done('createOrchestratorWebhook', partner.key, { body }), 'webhook.id');
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('switches off, also when it is so already', async () => {
    await host.done('reactivateOrchestratorWebhook', partner.key, { params: { id } });
    for (let count = 0; count < 2; count += 1) {
      expect(
        await host.call('deactivateOrchestratorWebhook', partner.key, { params: { id } }),
      ).toMatchObject({
        status: 200,
        body: { webhook: { id, isActive: false } },
      });
    }
    const log = await host.ctx.db
      .selectFrom('audit_entry')
      .select('details')
      .where('action', '=', 'webhook.switched')
      .execute();
    expect(log.filter(({ details }) => details === '{"isActive":false}')).toHaveLength(1);
  });
});

describe('401', () => {
  it('without a key', async () => {
    expect(await host.call('deactivateOrchestratorWebhook', {}, { params: { id } })).toMatchObject({
      status: 401,
    });
  });
});

describe('404', () => {
  it('for an endpoint of another partner, of a platform, or one that does not exist', async () => {
    const { key } = await host.newPartner();
    const body = { url: 'https://platform.example/hooks' };
    const ofPlatform = textAt(await host.done('createWebhook', partner.byEmail, { body }), 'id');
    for (const [headers, named] of [
      [key, id],
      [partner.key, ofPlatform],
      [partner.key, '01KC9TZ5S2E8VXH3M6Q4WJ7RBD'],
    ] as const) {
      const answer = await host.call('deactivateOrchestratorWebhook', headers, {
        params: { id: named },
      });
      expect(answer).toMatchObject(refused(404, 'webhook_not_found'));
    }
  });
});
