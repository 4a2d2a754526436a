import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type PartnerHost,
  partnerHost,
  refused,
  textAt,
} from '../../../tests/support/partner-host.ts';

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

it('lets members act for the partner that their account is, and records who it was', async () => {
  const { byEmail, key, accountId, orchestratorId } = await host.newPartner();
  const body = { primaryActionColor: '#7c3aed' };
  const branding = { status: 200, body: { orchestratorId, ...body } };
  await host.done('createBranding', byEmail, { body });
  expect(await host.call('viewBranding', byEmail)).toMatchObject(branding);
  expect(await host.call('viewBranding', key)).toMatchObject(branding);
  const entry = await host.ctx.db
    .selectFrom('audit_entry')
    .select(['actor_kind', 'account_id'])
    .where('action', '=', 'branding.created')
    .execute();
  expect(entry).toEqual([{ actor_kind: 'session', account_id: accountId }]);
});

it('keeps the webhooks of a partner apart from those of its account as a platform', async () => {
  const { byEmail } = await host.newPartner();
  const body = { url: 'https://partner.example/hooks' };
  const made = await host.done('createOrchestratorWebhook', byEmail, { body });
  const ofPartner = textAt(made, 'webhook.id');
  const ofPlatform = textAt(await host.done('createWebhook', byEmail, { body }), 'id');
  const partners = { status: 200, body: { webhooks: [{ id: ofPartner }] } };
  expect(await host.call('listOrchestratorWebhooks', byEmail)).toMatchObject(partners);
  expect(await host.call('listWebhooks', byEmail)).toMatchObject({ body: [{ id: ofPlatform }] });
  const asPartner = await host.call('deactivateOrchestratorWebhook', byEmail, {
    params: { id: ofPlatform },
  });
  expect(asPartner).toMatchObject(refused(404, 'webhook_not_found'));
  const asPlatform = await host.call('toggleWebhook', byEmail, {
    params: { webhookId: ofPartner },
  });
  expect(asPlatform).toMatchObject(refused(404, 'webhook_not_found'));
});

it('refuses members of an account that is no partner', async () => {
  const { byEmail } = await host.newPeople();
  for (const name of ['viewBranding', 'listFeeConfigs', 'listOrchestratorWebhooks']) {
    expect(await host.call(name, byEmail)).toMatchObject(refused(404, 'orchestrator_not_found'));
  }
});
