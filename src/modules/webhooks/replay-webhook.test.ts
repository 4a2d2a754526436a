import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { until, type WebhookWorld, webhookWorld } from '../../../tests/support/webhook-world.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';
import { removeWebhook } from './remove-webhook.ts';
import { replayWebhook } from './replay-webhook.ts';
import { toggleWebhook } from './toggle-webhook.ts';
import { viewWebhookDelivery } from './view-webhook-delivery.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let world: WebhookWorld;
let ctx: Context;
let accountId: string;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world = await webhookWorld(database.db);
  accountId = await insertAccount(database.db);
  ctx = { ...world.ctx, actor: { kind: 'api_key', accountId, apiKeyId: 'key' } };
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

const everything = { from: undefined, to: undefined };
const allOf = async (webhookId: string) =>
  (
    await listWebhookDeliveries(ctx, {
      ...everything,
      webhookId,
      limit: 100,
      cursor: undefined,
      event: undefined,
      status: undefined,
    })
  ).deliveries;

describe('what failed', () => {
  it('is sent again once its receiver is well, in order, naming the first delivery (W10)', async () => {
    let well = false;
    const hook = await world.receiver(() => (well ? 204 : 503));
    const { id: webhookId } = await world.endpointAt(hook.url, { accountId });
    for (let count = 0; count < 3; count += 1) await world.recordTestEvent(accountId);
    world.startSweeps();
    await until(async () => {
      const rows = await allOf(webhookId);
      return rows.length === 3 && rows.every(({ status }) => status === 'failed');
    });
    const failed = (await allOf(webhookId)).map(({ id }) => id).reverse();
    const bodies = new Set(hook.posts.map(({ body }) => body));

    well = true;
    hook.posts.length = 0;
    const input = { ...everything, webhookId, status: 'failed' as const };
    expect(await replayWebhook(ctx, input)).toEqual({ replayed: 3, more: false });
    await until(() => hook.posts.length === 3);
    const headers = hook.posts.map((post) => post.headers);
    expect(headers.map((each) => each['x-service-replay-of']).sort()).toEqual(failed);
    expect(headers.every((each) => each['x-service-retry-count'] === '0')).toBe(true);
    expect(headers.some((each) => failed.includes(`${each['x-service-delivery']}`))).toBe(false);
    expect(new Set(hook.posts.map(({ body }) => body))).toEqual(bodies);
    await until(async () =>
      (await allOf(webhookId)).slice(0, 3).every(({ status }) => status === 'delivered'),
    );
    expect((await allOf(webhookId)).map(({ replayOf }) => replayOf)).toEqual([
      ...failed.toReversed(),
      null,
      null,
      null,
    ]);
    expect(await replayWebhook(ctx, input)).toEqual({ replayed: 0, more: false });
  });

  it('is in the log, attempt by attempt', async () => {
    const hook = await world.receiver((_post, count) => (count === 1 ? 500 : 204));
    const { id: webhookId } = await world.endpointAt(hook.url, { accountId });
    await world.recordTestEvent(accountId);
    world.startSweeps();
    await until(async () => (await allOf(webhookId))[0]?.status === 'delivered');
    const [listed] = await allOf(webhookId);
    expect(listed).toMatchObject({ attempts: 2, lastResponseStatus: 204 });
    const seen = await viewWebhookDelivery(ctx, { deliveryId: listed?.id ?? '' });
    expect(seen.body).toBe(hook.posts[0]?.body);
    expect(seen.attempts).toMatchObject([{ responseStatus: 500 }, { responseStatus: 204 }]);
    for (const [index, { requestHeaders }] of seen.attempts.entries()) {
      expect(hook.posts[index]?.headers).toMatchObject(requestHeaders);
    }
  });
});

describe('what an endpoint missed while it was off', () => {
  it('is stored, not sent by itself when it is on again, and replayed on demand (W9)', async () => {
    const hook = await world.receiver();
    const { id: webhookId } = await world.endpointAt(hook.url, { accountId });
    await toggleWebhook(ctx, { webhookId });
    await world.recordTestEvent(accountId);
    world.startSweeps();
    await until(async () => (await allOf(webhookId)).length === 1);
    await toggleWebhook(ctx, { webhookId });
    await world.recordTestEvent(accountId);
    await until(() => hook.posts.length === 1);
    const [later, missed] = await allOf(webhookId);
    expect(missed).toMatchObject({ status: 'skipped', attempts: 0, lastResponseStatus: null });
    expect(hook.posts[0]?.headers['x-service-delivery']).toBe(later?.id);
    const input = { ...everything, webhookId, status: 'skipped' as const };
    expect(await replayWebhook(ctx, input)).toEqual({ replayed: 1, more: false });
    await until(() => hook.posts.length === 2);
    expect(hook.posts[1]?.headers['x-service-replay-of']).toBe(missed?.id);
  });
});

describe('an endpoint that is taken away', () => {
  it('is sent nothing more, also of what was waiting for another attempt', async () => {
    const hook = await world.receiver(() => 500);
    const { id: webhookId } = await world.endpointAt(hook.url, { accountId });
    await world.recordTestEvent(accountId);
    const delaysMs = [60_000, 60_000, 60_000];
    world.startSweeps({ delaysMs });
    await until(async () => (await world.deliveries())[0]?.attempts === 1);
    await removeWebhook(ctx, { webhookId });
    await world.recordTestEvent(accountId);
    const whenDue = new Date(world.ctx.now().getTime() + 61_000);
    world.startSweeps({ delaysMs }, { ...world.ctx, now: () => whenDue });
    await until(async () => (await world.outboxLength()) === 0);
    const rows = await world.deliveries();
    expect(rows).toMatchObject([{ status: 'skipped' }]);
    expect(hook.posts).toHaveLength(1);
  });
});
