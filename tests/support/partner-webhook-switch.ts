import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Partner, type PartnerHost, partnerHost, refused, textAt } from './partner-host.ts';

/** One of the two endpoints that switch a partner's webhook. */
interface Switch {
  readonly operationId: string;
  /** The operation that switches back. */
  readonly opposite: string;
  /** What the webhook is afterwards. */
  readonly isActive: boolean;
}

/** The host of the suite with a partner and its webhook, once `beforeAll` has made them. */
interface Scene {
  readonly host: PartnerHost;
  readonly partner: Partner;
  readonly id: string;
}

/** What switching a partner's webhook on and off do and refuse alike: a suite with a host of its own. */
export function describePartnerWebhookSwitch(operation: Switch): void {
  let scene: Scene;
  beforeAll(async () => {
    const host = await partnerHost();
    const partner = await host.newPartner();
    scene = { host, partner, id: await host.newWebhook(partner.key) };
  });
  afterAll(() => scene.host[Symbol.asyncDispose]());

  switchOnce(operation, () => scene);
  refuseWithoutKey(operation, () => scene);
  refuseOthers(operation, () => scene);
}

function switchOnce({ operationId, opposite, isActive }: Switch, scene: () => Scene): void {
  describe('200', () => {
    it(`leaves it switched ${isActive ? 'on' : 'off'}, with the secret that it had, also when it is so already`, async () => {
      const { host, partner, id } = scene();
      const secretOf = () =>
        host.ctx.db
          .selectFrom('webhook_endpoint')
          .select('secret_sealed')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
      const before = await secretOf();
      await host.done(opposite, partner.key, { params: { id } });
      for (let count = 0; count < 2; count += 1) {
        expect(await host.call(operationId, partner.key, { params: { id } })).toMatchObject({
          status: 200,
          body: { webhook: { id, isActive } },
        });
      }
      expect(await secretOf()).toEqual(before);
      const log = await host.ctx.db
        .selectFrom('audit_entry')
        .select('details')
        .where('action', '=', 'webhook.switched')
        .execute();
      const own = log.filter(({ details }) => details === JSON.stringify({ isActive }));
      expect(own).toHaveLength(1);
    });
  });
}

function refuseWithoutKey({ operationId }: Switch, scene: () => Scene): void {
  describe('401', () => {
    it('without a key', async () => {
      const { host, id } = scene();
      expect(await host.call(operationId, {}, { params: { id } })).toMatchObject({ status: 401 });
    });
  });
}

function refuseOthers({ operationId }: Switch, scene: () => Scene): void {
  describe('404', () => {
    it('for an endpoint of another partner, of a platform, or one that does not exist', async () => {
      const { host, partner, id } = scene();
      const { key } = await host.newPartner();
      const body = { url: 'https://platform.example/hooks' };
      const ofPlatform = textAt(await host.done('createWebhook', partner.byEmail, { body }), 'id');
      for (const [headers, named] of [
        [key, id],
        [partner.key, ofPlatform],
        [partner.key, '01KC9TZ5S2E8VXH3M6Q4WJ7RBD'],
      ] as const) {
        const answer = await host.call(operationId, headers, { params: { id: named } });
        expect(answer).toMatchObject(refused(404, 'webhook_not_found'));
      }
    });
  });
}
