import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { heldOpen, waitingOrDone } from '../../../tests/support/held-open.ts';
import { insertAttempt, insertDelivery } from '../../../tests/support/webhook-deliveries.ts';
import { type WebhookHost, webhookHost } from '../../../tests/support/webhook-host.ts';
import { pruneDeliveries } from './prune-deliveries.ts';
import { insertReplays } from './store/log.ts';

let host: WebhookHost;
let ctx: Context;
let endpointId: string;

beforeAll(async () => {
  host = await webhookHost();
  ctx = host.ctx;
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(async () => {
  await ctx.db.deleteFrom('webhook_attempt').execute();
  await ctx.db.deleteFrom('webhook_delivery').execute();
  endpointId = await host.newWebhook(host.session);
});

const DAY_MS = 24 * 60 * 60 * 1000;
const RETENTION_MS = 90 * DAY_MS;

const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS);
const prune = (ctx: Context, limit = 100) =>
  pruneDeliveries(ctx, { retentionMs: RETENTION_MS, limit });
const idsOf = async (table: 'webhook_delivery' | 'webhook_attempt') =>
  table === 'webhook_delivery'
    ? (await ctx.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)
    : (await ctx.db.selectFrom(table).select('webhook_delivery_id as id').execute()).map(
        ({ id }) => id,
      );

describe('deliveries that ended long ago', () => {
  it('go with their attempts, with any result; others stay', async () => {
    const old = { endpointId, createdAt: daysAgo(91) };
    for (const status of ['delivered', 'failed', 'skipped'] as const) {
      const deliveryId = await insertDelivery(ctx, { ...old, status });
      if (status !== 'skipped') await insertAttempt(ctx, { deliveryId, retryCount: 0 });
    }
    const waiting = await insertDelivery(ctx, { ...old, status: 'pending' });
    const young = await insertDelivery(ctx, { ...old, createdAt: daysAgo(89), status: 'failed' });
    await insertAttempt(ctx, { deliveryId: young, retryCount: 0, responseStatus: 500 });
    expect(await prune(ctx)).toBe(3);
    expect(await idsOf('webhook_delivery')).toEqual([waiting, young].sort());
    expect(await idsOf('webhook_attempt')).toEqual([young]);
  });

  it('go in batches, the oldest first', async () => {
    const [younger, oldest] = [
      await insertDelivery(ctx, { endpointId, status: 'failed', createdAt: daysAgo(91) }),
      await insertDelivery(ctx, { endpointId, status: 'failed', createdAt: daysAgo(95) }),
    ];
    expect(await prune(ctx, 1)).toBe(1);
    expect(await idsOf('webhook_delivery')).not.toContain(oldest);
    expect(await prune(ctx, 1)).toBe(1);
    expect(await idsOf('webhook_delivery')).not.toContain(younger);
    expect(await prune(ctx, 1)).toBe(0);
  });

  it('stay for ever where the setting is 0', async () => {
    await insertDelivery(ctx, { endpointId, status: 'failed', createdAt: daysAgo(3_000) });
    expect(await pruneDeliveries(ctx, { retentionMs: 0, limit: 100 })).toBe(0);
    expect(await idsOf('webhook_delivery')).toHaveLength(1);
  });

  it('stay as long as a replay names them', async () => {
    const first = await insertDelivery(ctx, {
      endpointId,
      status: 'failed',
      createdAt: daysAgo(200),
    });
    const known = { endpointId, status: 'delivered', replayOf: first } as const;
    await insertDelivery(ctx, { ...known, createdAt: daysAgo(100) });
    const replay = await insertDelivery(ctx, { ...known, createdAt: daysAgo(80) });
    expect(await prune(ctx)).toBe(1);
    expect(await idsOf('webhook_delivery')).toEqual([first, replay].sort());
  });
});

describe('a replay during pruning', () => {
  it('is refused (404) as one of what never was', async () => {
    const old = await insertDelivery(ctx, {
      endpointId,
      status: 'failed',
      createdAt: daysAgo(91),
    });
    const pruning = await heldOpen(ctx, prune);
    const replaying = await waitingOrDone(ctx.db, () =>
      host.call('POST', host.session, { path: `/deliveries/${old}/replay` }),
    );
    expect(replaying.done).toBe(false);
    await pruning.end();
    expect(await replaying.ended).toMatchObject({
      status: 404,
      body: { code: 'delivery_not_found', message: 'There is no such delivery' },
    });
    expect(await idsOf('webhook_delivery')).toEqual([]);
  });

  it('keeps what it sends again', async () => {
    const old = await insertDelivery(ctx, {
      endpointId,
      status: 'failed',
      createdAt: daysAgo(91),
    });
    const id = ctx.newOrderedId();
    const replaying = await heldOpen(ctx, (ctx) => insertReplays(ctx, [{ id, of: old }]));
    expect(await prune(ctx)).toBe(0);
    await replaying.end();
    expect(await prune(ctx)).toBe(0);
    expect(await idsOf('webhook_delivery')).toEqual([old, id].sort());
  });
});
