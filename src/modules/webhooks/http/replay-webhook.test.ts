import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PartnerHost, partnerHost, textAt } from '../../../../tests/support/partner-host.ts';
import { insertDelivery } from '../../../../tests/support/webhook-deliveries.ts';
import { SHOP, type WebhookHost, webhookHost } from '../../../../tests/support/webhook-host.ts';

let host: WebhookHost;
beforeAll(async () => {
  host = await webhookHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const replay = (id: string, body: unknown = {}, headers = host.session) =>
  host.call('POST', headers, { path: `/${id}/replay`, body });

const replayedBody = (replayed: number, more = false) => ({
  status: 202,
  body: { replayed, more },
});

/** What the replays of an endpoint send again, in the order of their ids. */
async function replaysOf({ ctx }: Pick<WebhookHost, 'ctx'>, endpointId: string) {
  const rows = await ctx.db
    .selectFrom('webhook_delivery')
    .select(['replay_of', 'status', 'attempts'])
    .where('webhook_endpoint_id', '=', endpointId)
    .where('replay_of', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ replay_of: first }) => first);
}

/** Adds deliveries that are like one but for their ids, which it answers in order. */
async function addLike(id: string, count: number): Promise<string[]> {
  const { id: _, ...row } = await host.ctx.db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const added = Array.from({ length: count }, () => ({ ...row, id: host.ctx.newOrderedId() }));
  for (let from = 0; from < count; from += ROWS_MAX) {
    const rows = added.slice(from, from + ROWS_MAX);
    await host.ctx.db.insertInto('webhook_delivery').values(rows).execute();
  }
  return added.map((other) => other.id);
}

/** A statement takes 65,535 values. */
const ROWS_MAX = 1_000;

describe('202', () => {
  it('sends all failed ones again in the order of their creation, and only once (W10)', async () => {
    const endpointId = await host.newWebhook(host.session);
    const failed: string[] = [];
    for (const status of ['failed', 'delivered', 'failed', 'skipped', 'failed'] as const) {
      const id = await insertDelivery(host.ctx, { endpointId, status });
      if (status === 'failed') failed.push(id);
    }
    expect(await replay(endpointId)).toEqual(replayedBody(3));
    expect(await replaysOf(host, endpointId)).toEqual(failed);
    expect(await replay(endpointId)).toEqual(replayedBody(0));
    expect(await replay(endpointId, { status: 'skipped' })).toEqual(replayedBody(1));
    const log = await host.audit('webhook.replayed');
    expect(log.map(({ details }) => details).slice(-2)).toEqual([
      '{"status":"failed","replayed":3}',
      '{"status":"skipped","replayed":1}',
    ]);
  });

  it('sends a window of time again, with delivered ones where all are requested (W10)', async () => {
    const endpointId = await host.newWebhook(host.session);
    const on = async (day: number, status: 'failed' | 'delivered') =>
      await insertDelivery(host.ctx, {
        endpointId,
        status,
        createdAt: new Date(`2025-12-0${day}T00:00:00Z`),
      });
    const made = [
      await on(1, 'failed'),
      await on(2, 'delivered'),
      await on(3, 'failed'),
      await on(4, 'failed'),
    ];
    const window = { from: '2025-12-02T00:00:00Z', to: '2025-12-04T00:00:00Z' };
    expect(await replay(endpointId, { ...window, status: 'all' })).toEqual(replayedBody(2));
    expect(await replaysOf(host, endpointId)).toEqual(made.slice(1, 3));
    expect(await replay(endpointId, { ...window, status: 'all' })).toEqual(replayedBody(0));
    expect(await replay(endpointId, { from: '2025-12-04T01:00:00+01:00' })).toEqual(
      replayedBody(1),
    );
  });

  it('sends a replay again that failed too, once, by the first one’s id (W10)', async () => {
    const endpointId = await host.newWebhook(host.session);
    const first = await insertDelivery(host.ctx, { endpointId, status: 'failed' });
    await insertDelivery(host.ctx, { endpointId, status: 'failed', replayOf: first });
    await insertDelivery(host.ctx, { endpointId, status: 'failed', replayOf: first });
    expect(await replay(endpointId)).toEqual(replayedBody(1));
    expect(await replaysOf(host, endpointId)).toEqual([first, first, first]);
  });

  it('sends a thousand at a time, and continues where it ended', async () => {
    const endpointId = await host.newWebhook(host.session);
    const id = await insertDelivery(host.ctx, { endpointId, status: 'failed' });
    const others = await addLike(id, 1_000);
    expect(await replay(endpointId)).toEqual(replayedBody(1_000, true));
    expect(await replay(endpointId)).toEqual(replayedBody(1));
    expect(await replay(endpointId)).toEqual(replayedBody(0));
    expect(await replaysOf(host, endpointId)).toEqual([id, ...others]);
  });

  it('sends nothing of other endpoints again', async () => {
    const [one, other] = [await host.newWebhook(host.session), await host.newWebhook(host.session)];
    await insertDelivery(host.ctx, { endpointId: other, status: 'failed' });
    expect(await replay(one)).toEqual(replayedBody(0));
  });
});

describe('202 for a partner', () => {
  let partners: PartnerHost;
  beforeAll(async () => {
    partners = await partnerHost();
  });
  afterAll(() => partners[Symbol.asyncDispose]());

  it('sends again what its own endpoint missed, all or one by one', async () => {
    const [partner, other] = [await partners.newPartner(), await partners.newPartner()];
    const made = await partners.done('createOrchestratorWebhook', partner.key, {
      body: { url: 'https://stalls.example/hooks' },
    });
    const endpointId = textAt(made, 'webhook.id');
    const status = 'failed' as const;
    const deliveryId = await insertDelivery(partners.ctx, { endpointId, status });
    const call = { params: { id: endpointId, deliveryId }, body: {} };
    expect(await partners.call('replayWebhook', other.key, call)).toMatchObject({ status: 404 });
    expect(await partners.call('replayWebhook', partner.key, call)).toEqual(replayedBody(1));
    const one = { params: call.params };
    expect(await partners.call('replayWebhookDelivery', partner.key, one)).toMatchObject({
      status: 201,
    });
    expect(await replaysOf(partners, endpointId)).toEqual([deliveryId, deliveryId]);
  });
});

describe('400', () => {
  it.each([
    ['status', { status: 'pending' }],
    ['from', { from: 'yesterday' }],
    ['to', { status: 'all' }],
    ['event', { event: 'payment.confirmed' }],
  ])('names %s in %j', async (field, body) => {
    const endpointId = await host.newWebhook(host.session);
    expect(await replay(endpointId, body)).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    });
  });
});

describe('401', () => {
  it('without credentials', async () => {
    expect(await replay('x', {}, {})).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('refuses a public client ID alone in production', async () => {
    const headers = { 'x-client-id': host.browser, origin: SHOP };
    const endpointId = await host.newWebhook(headers);
    const path = `/${endpointId}/replay`;
    expect(await host.call('POST', headers, { path, body: {}, strict: true })).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
  });
});

describe('404', () => {
  it('for every endpoint that is not the caller’s', async () => {
    const endpointId = await host.newWebhook(host.session);
    for (const headers of [host.foreignSession, { 'x-client-id': host.backend }]) {
      expect(await replay(endpointId, {}, headers)).toMatchObject({
        status: 404,
        body: { code: 'webhook_not_found' },
      });
    }
  });
});

describe('409', () => {
  it('for an endpoint that is switched off', async () => {
    const endpointId = await host.newWebhook(host.session);
    await host.call('PUT', host.session, { path: `/${endpointId}` });
    expect(await replay(endpointId)).toMatchObject({
      status: 409,
      body: { code: 'webhook_inactive' },
    });
  });
});

describe('429', () => {
  it('while ten thousand deliveries wait at the endpoint, and no longer', async () => {
    const endpointId = await host.newWebhook(host.session);
    await insertDelivery(host.ctx, { endpointId, status: 'failed' });
    const first = await insertDelivery(host.ctx, { endpointId, status: 'pending' });
    await addLike(first, 9_999);
    expect(await replay(endpointId)).toMatchObject({
      status: 429,
      body: { code: 'too_many_waiting' },
    });
    expect(await replaysOf(host, endpointId)).toEqual([]);
    await host.ctx.db.deleteFrom('webhook_delivery').where('id', '=', first).execute();
    expect(await replay(endpointId)).toEqual(replayedBody(1));
  });
});
