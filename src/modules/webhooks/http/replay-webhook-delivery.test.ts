import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textAt } from '../../../../tests/support/partner-host.ts';
import { insertDelivery } from '../../../../tests/support/webhook-deliveries.ts';
import { SHOP, type WebhookHost, webhookHost } from '../../../../tests/support/webhook-host.ts';

let host: WebhookHost;
beforeAll(async () => {
  host = await webhookHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const replay = (id: string, headers = host.session, strict = false) =>
  host.call('POST', headers, { path: `/deliveries/${id}/replay`, strict });

const rowOf = (id: string) =>
  host.ctx.db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('201', () => {
  it.each(['delivered', 'failed', 'skipped'] as const)(
    'makes a new delivery of one that ended as %s, due at once (W10)',
    async (status) => {
      const endpointId = await host.newWebhook(host.session);
      const first = await insertDelivery(host.ctx, { endpointId, status });
      const answer = await replay(first);
      expect(answer).toEqual({ status: 201, body: { id: expect.any(String) } });
      const id = textAt(answer.body, 'id');
      const before = await rowOf(first);
      expect(await rowOf(id)).toEqual({
        ...before,
        id,
        status: 'pending',
        attempts: 0,
        due_at: host.ctx.now(),
        created_at: host.ctx.now(),
        finished_at: null,
        replay_of: first,
      });
      expect(await rowOf(first)).toEqual(before);
      expect((await host.audit('webhook.replayed')).at(-1)?.details).toBe(
        `{"deliveryId":"${first}","replayed":1}`,
      );
    },
  );

  it('names the first delivery, also where a replay is replayed (W10)', async () => {
    const endpointId = await host.newWebhook(host.session);
    const first = await insertDelivery(host.ctx, { endpointId, status: 'failed' });
    const second = await insertDelivery(host.ctx, {
      endpointId,
      status: 'failed',
      replayOf: first,
    });
    const id = textAt((await replay(second)).body, 'id');
    expect(await rowOf(id)).toMatchObject({ replay_of: first });
  });

  it('makes one delivery for one Idempotency-Key', async () => {
    const endpointId = await host.newWebhook(host.session);
    const first = await insertDelivery(host.ctx, { endpointId, status: 'failed' });
    const headers = { ...host.session, 'idempotency-key': `once-${first}` };
    const [one, two] = [await replay(first, headers), await replay(first, headers)];
    expect(two).toEqual(one);
  });
});

describe('401', () => {
  it('without credentials', async () => {
    expect(await replay('x', {})).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('refuses a public client ID alone in production', async () => {
    const headers = { 'x-client-id': host.browser, origin: SHOP };
    const endpointId = await host.newWebhook(headers);
    const id = await insertDelivery(host.ctx, { endpointId, status: 'failed' });
    expect(await replay(id, headers, true)).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
  });
});

describe('404', () => {
  it('for a delivery to others, as for one that does not exist', async () => {
    const endpointId = await host.newWebhook(host.session);
    const id = await insertDelivery(host.ctx, { endpointId, status: 'failed' });
    const notFound = { status: 404, body: { code: 'delivery_not_found' } };
    expect(await replay(id, host.foreignSession)).toMatchObject(notFound);
    expect(await replay(id, { 'x-client-id': host.backend })).toMatchObject(notFound);
    expect(await replay('01KC9TZ5S2E8VXH3M6Q4WJ7RBD')).toMatchObject(notFound);
  });
});

describe('409', () => {
  it('for one that is still being sent', async () => {
    const endpointId = await host.newWebhook(host.session);
    const id = await insertDelivery(host.ctx, { endpointId });
    expect(await replay(id)).toMatchObject({ status: 409, body: { code: 'delivery_pending' } });
  });

  it('for one to an endpoint that is switched off', async () => {
    const endpointId = await host.newWebhook(host.session);
    const id = await insertDelivery(host.ctx, { endpointId, status: 'failed' });
    await host.call('PUT', host.session, { path: `/${endpointId}` });
    expect(await replay(id)).toMatchObject({ status: 409, body: { code: 'webhook_inactive' } });
  });
});
