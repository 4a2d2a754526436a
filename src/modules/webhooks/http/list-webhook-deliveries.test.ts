import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { insertAttempt, insertDelivery } from '../../../../tests/support/webhook-deliveries.ts';
import { SHOP, type WebhookHost, webhookHost } from '../../../../tests/support/webhook-host.ts';

let host: WebhookHost;
beforeAll(async () => {
  host = await webhookHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const Page = z.object({
  deliveries: z.array(z.looseObject({ id: z.string() })),
  nextCursor: z.string().nullable(),
});

async function page(endpointId: string, query = '') {
  const path = `/${endpointId}/deliveries`;
  const { body } = await host.call('GET', host.session, { path, query });
  const { deliveries, nextCursor } = Page.parse(body);
  return { ids: deliveries.map(({ id }) => id), nextCursor };
}

describe('200', () => {
  it('shows for each delivery its status and the result of its last attempt', async () => {
    const endpointId = await host.newWebhook(host.session);
    const first = await insertDelivery(host.ctx, { endpointId, status: 'failed' });
    await insertAttempt(host.ctx, { deliveryId: first, retryCount: 0, responseStatus: 503 });
    await insertAttempt(host.ctx, { deliveryId: first, retryCount: 1, failure: 'no answer' });
    const again = await insertDelivery(host.ctx, { endpointId, replayOf: first });
    const createdAt = '2026-01-02T03:04:05.000Z';
    const same = { eventType: 'payment.confirmed', createdAt, isTest: true };
    const path = `/${endpointId}/deliveries`;
    expect(await host.call('GET', host.session, { path })).toEqual({
      status: 200,
      body: {
        deliveries: [
          {
            ...same,
            id: again,
            status: 'pending',
            attempts: 0,
            finishedAt: null,
            replayOf: first,
            lastResponseStatus: null,
            lastDurationMs: null,
          },
          {
            ...same,
            id: first,
            status: 'failed',
            attempts: 2,
            finishedAt: createdAt,
            replayOf: null,
            lastResponseStatus: null,
            lastDurationMs: 7,
          },
        ],
        nextCursor: null,
      },
    });
  });

  it('returns pages, newest first, though deliveries are added in between', async () => {
    const endpointId = await host.newWebhook(host.session);
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      made.unshift(await insertDelivery(host.ctx, { endpointId }));
    }
    const first = await page(endpointId, '?limit=2');
    expect(first).toEqual({ ids: made.slice(0, 2), nextCursor: made[1] });
    await insertDelivery(host.ctx, { endpointId });
    const second = await page(endpointId, `?limit=2&cursor=${first.nextCursor}`);
    const third = await page(endpointId, `?limit=2&cursor=${second.nextCursor}`);
    expect([...second.ids, ...third.ids]).toEqual(made.slice(2));
    expect(third.nextCursor).toBeNull();
  });

  it('filters by event, status and time', async () => {
    const endpointId = await host.newWebhook(host.session);
    const at = (text: string) => new Date(`2026-01-0${text}:00:00Z`);
    const [early, late, partial] = [
      await insertDelivery(host.ctx, { endpointId, status: 'failed', createdAt: at('2T10') }),
      await insertDelivery(host.ctx, { endpointId, status: 'skipped', createdAt: at('2T12') }),
      await insertDelivery(host.ctx, {
        endpointId,
        type: 'payment.partial',
        createdAt: at('3T12'),
      }),
    ];
    const found = async (query: string) => (await page(endpointId, query)).ids;
    expect(await found('?status=failed')).toEqual([early]);
    expect(await found('?event=payment.partial')).toEqual([partial]);
    expect(await found('?from=2026-01-02T12:00:00Z')).toEqual([partial, late]);
    expect(await found('?to=2026-01-02T12:00:00Z')).toEqual([early]);
    expect(await found('?from=2026-01-02T14:00:00%2B02:00&to=2026-01-03T00:00:00Z')).toEqual([
      late,
    ]);
    expect(await found('?status=failed&event=payment.partial')).toEqual([]);
  });

  it('has nothing of other endpoints', async () => {
    const [one, other] = [await host.newWebhook(host.session), await host.newWebhook(host.session)];
    await insertDelivery(host.ctx, { endpointId: other });
    expect((await page(one)).ids).toEqual([]);
  });
});

describe('400', () => {
  it.each([
    ['limit', '?limit=0'],
    ['limit', '?limit=101'],
    ['status', '?status=lost'],
    ['from', '?from=yesterday'],
    ['cursor', '?cursor=abc'],
    ['sort', '?sort=asc'],
  ])('names %s in %s', async (field, query) => {
    const path = `/${await host.newWebhook(host.session)}/deliveries`;
    expect(await host.call('GET', host.session, { path, query })).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    });
  });
});

describe('401', () => {
  it('without credentials', async () => {
    expect(await host.call('GET', {}, { path: '/x/deliveries' })).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('refuses a public client ID alone in production', async () => {
    const headers = { 'x-client-id': host.browser, origin: SHOP };
    const path = `/${await host.newWebhook(headers)}/deliveries`;
    expect(await host.call('GET', headers, { path, strict: true })).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
  });
});

describe('404', () => {
  it('for every endpoint that is not the caller’s', async () => {
    const path = `/${await host.newWebhook(host.session)}/deliveries`;
    for (const headers of [host.foreignSession, { 'x-client-id': host.backend }]) {
      expect(await host.call('GET', headers, { path })).toMatchObject({
        status: 404,
        body: { code: 'webhook_not_found' },
      });
    }
  });
});
