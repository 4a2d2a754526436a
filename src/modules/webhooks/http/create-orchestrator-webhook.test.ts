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
beforeAll(async () => {
  host = await partnerHost();
  partner = await host.newPartner();
});
afterAll(() => host[Symbol.asyncDispose]());

const create = (url: unknown, headers: Readonly<Record<string, string>> = partner.key) =>
  host.call('createOrchestratorWebhook', headers, { body: { url } });

describe('201', () => {
  it('answers the endpoint and its secret, which is shown only here', async () => {
    const url = 'https://stalls.example/hooks';
    const made = await create(url);
    expect(made).toEqual({
      status: 201,
      body: {
        webhook: {
          id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
          url,
          isActive: true,
          createdAt: '2026-01-02T03:04:05.000Z',
          switchedOffBy: null,
          failingSince: null,
          switchesOffAt: null,
        },
        secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    const { body } = await host.call('listOrchestratorWebhooks', partner.key);
    expect(JSON.stringify(body)).not.toContain(textAt(made.body, 'secret'));
    const log = await host.ctx.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_kind'])
      .where('object_id', '=', textAt(made.body, 'webhook.id'))
      .execute();
    expect(log).toEqual([{ action: 'webhook.created', actor_kind: 'orchestrator_key' }]);
  });

  it('for the URL that the same account, or another partner, has: under its own secret (W14)', async () => {
    const url = 'https://shared.example/hooks';
    const first = await create(url);
    const platform = await host.call('createWebhook', partner.byEmail, { body: { url } });
    const other = await create(url, (await host.newPartner()).key);
    expect([first.status, platform.status, other.status]).toEqual([201, 201, 201]);
    const secrets = [first, platform, other].map(({ body }) => textAt(body, 'secret'));
    expect(new Set(secrets).size).toBe(3);
  });

  it('is not among the endpoints of the platform', async () => {
    const url = 'https://partner-only.example/hooks';
    const made = await create(url);
    const listed = await host.call('listWebhooks', partner.byEmail);
    expect(JSON.stringify(listed.body)).not.toContain(url);
    const params = { webhookId: textAt(made.body, 'webhook.id') };
    expect(await host.call('removeWebhook', partner.byEmail, { params })).toMatchObject(
      refused(404, 'webhook_not_found'),
    );
  });
});

describe('400', () => {
  it.each([5, 'ftp://a.example', 'http://a.example', 'https://10.0.0.1/hook'])(
    'for %s as address',
    async (url) => expect(await create(url)).toMatchObject({ status: 400 }),
  );
});

describe('401', () => {
  it('without a key', async () => {
    expect(await create('https://a.example', {})).toMatchObject({ status: 401 });
  });
});

describe('404', () => {
  it('for a session of an account that is no partner', async () => {
    const { byWallet } = await host.newPeople();
    const answer = await create('https://a.example', byWallet);
    expect(answer).toMatchObject(refused(404, 'orchestrator_not_found'));
  });
});

describe('409', () => {
  it.each([
    'https://bücher.example/hook',
    'https://BÜCHER.example/hook',
    'https://bücher.example:443/hook',
    'https://xn--bcher-kva.example/hook/',
  ])('for %s, which is registered, switched on or off (W14)', async (url) => {
    const who = await host.newPartner();
    const first = await create('https://bücher.example/hook', who.key);
    expect(await create(url, who.key)).toMatchObject(refused(409, 'webhook_url_taken'));
    const params = { id: textAt(first.body, 'webhook.id') };
    await host.done('deactivateOrchestratorWebhook', who.key, { params });
    expect(await create(url, who.key)).toMatchObject(refused(409, 'webhook_url_taken'));
  });
});
