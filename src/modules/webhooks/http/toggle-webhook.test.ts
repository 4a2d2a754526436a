import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertDelivery, statusOfDelivery } from '../../../../tests/support/webhook-deliveries.ts';
import { SHOP, type WebhookHost, webhookHost } from '../../../../tests/support/webhook-host.ts';

let host: WebhookHost;
beforeAll(async () => {
  host = await webhookHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('switches off and on again; the secret stays, and the audit log has both', async () => {
    const own = { 'x-client-id': host.backend };
    const id = await host.newWebhook(own);
    const secretOf = () =>
      host.ctx.db
        .selectFrom('webhook_endpoint')
        .select('secret_sealed')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const before = await secretOf();
    expect(await host.call('PUT', own, { path: `/${id}` })).toEqual({
      status: 200,
      body: {
        id,
        url: expect.stringMatching(/^https:\/\/hook\.example\.com\//),
        isActive: false,
        createdAt: '2026-01-02T03:04:05.000Z',
        switchedOffBy: 'person',
        failingSince: null,
        switchesOffAt: null,
      },
    });
    expect(await host.call('PUT', own, { path: `/${id}` })).toMatchObject({
      body: { isActive: true, switchedOffBy: null },
    });
    expect(await secretOf()).toEqual(before);
    expect((await host.audit('webhook.switched')).map(({ details }) => details)).toEqual([
      '{"isActive":false}',
      '{"isActive":true}',
    ]);
  });

  it('skips what was still to be sent, for good, and leaves what is over', async () => {
    const id = await host.newWebhook(host.session);
    const waiting = await insertDelivery(host.ctx, { endpointId: id });
    const done = await insertDelivery(host.ctx, { endpointId: id, status: 'delivered' });
    await host.call('PUT', host.session, { path: `/${id}` });
    await host.call('PUT', host.session, { path: `/${id}` });
    expect(await statusOfDelivery(host.ctx, waiting)).toBe('skipped');
    expect(await statusOfDelivery(host.ctx, done)).toBe('delivered');
  });

  it('resets the failures of one that the server switched off', async () => {
    const id = await host.newWebhook(host.session);
    await host.ctx.db
      .updateTable('webhook_endpoint')
      .set({ is_active: false, switched_off_by: 'failures', failing_since: host.ctx.now() })
      .where('id', '=', id)
      .execute();
    expect(await host.call('PUT', host.session, { path: `/${id}` })).toMatchObject({
      body: { isActive: true, switchedOffBy: null, failingSince: null },
    });
  });

  it('of a session reaches the endpoints of its client IDs', async () => {
    const id = await host.newWebhook({ 'x-client-id': host.backend });
    expect(await host.call('PUT', host.session, { path: `/${id}` })).toMatchObject({ status: 200 });
  });

  it('of the same Idempotency-Key switches once', async () => {
    const id = await host.newWebhook(host.session);
    const headers = { ...host.session, 'idempotency-key': `once-${id}` };
    for (let count = 0; count < 2; count += 1) {
      expect(await host.call('PUT', headers, { path: `/${id}` })).toMatchObject({
        body: { isActive: false },
      });
    }
  });
});

describe('401', () => {
  it('requires valid credentials', async () => {
    for (const headers of [{}, { 'x-client-id': 'cli_nobody' }, { 'x-api-key': 'nothing' }]) {
      expect(await host.call('PUT', headers, { path: '/x' })).toMatchObject({ status: 401 });
    }
  });
});

describe('403', () => {
  it('refuses a public client ID alone in production', async () => {
    const headers = { 'x-client-id': host.browser, origin: SHOP };
    const id = await host.newWebhook(headers);
    expect(await host.call('PUT', headers, { path: `/${id}`, strict: true })).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
  });
});

describe('404', () => {
  it('for every endpoint that is not the caller’s, as for none', async () => {
    const ofClient = await host.newWebhook({ 'x-client-id': host.backend });
    const wide = await host.newWebhook({ 'x-api-key': host.apiKey });
    const gone = await host.newWebhook(host.session);
    await host.call('DELETE', host.session, { path: `/${gone}` });
    for (const [headers, id] of [
      [{ 'x-client-id': host.backend }, wide],
      [{ 'x-client-id': host.browser, origin: SHOP }, ofClient],
      [{ 'x-api-key': host.apiKey }, ofClient],
      [{ 'x-api-key': host.foreignKey }, wide],
      [host.foreignSession, ofClient],
      [host.session, gone],
      [host.session, '01KC9TZ5S2E8VXH3M6Q4WJ7RBD'],
    ] as const) {
      expect(await host.call('PUT', headers, { path: `/${id}` })).toMatchObject({
        status: 404,
        body: { code: 'webhook_not_found', message: 'There is no such webhook' },
      });
    }
  });
});
