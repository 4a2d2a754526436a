import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openMeter } from '#platform/metrics.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { insertDelivery } from '../../../tests/support/webhook-deliveries.ts';
import { until, type WebhookWorld, webhookWorld } from '../../../tests/support/webhook-world.ts';
import { measureWebhooks } from './measure-webhooks.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let world: WebhookWorld;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world = await webhookWorld(database.db);
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

const endpoint = async () => {
  const accountId = await insertAccount(database.db);
  const { url } = await world.receiver();
  return { accountId, ...(await world.endpointAt(url, { accountId })) };
};

describe('what the webhooks have before them', () => {
  it('is nothing where nothing happened', async () => {
    expect(await measureWebhooks(world.ctx)).toEqual({
      events: 0,
      waiting: 0,
      dueSince: undefined,
      lost: 0,
    });
  });

  it('is as late as what is due for longest at any endpoint that is switched on', async () => {
    const now = world.ctx.now();
    const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
    const [one, other, off] = [await endpoint(), await endpoint(), await endpoint()];
    await insertDelivery(world.ctx, { endpointId: one.id, createdAt: minutesAgo(1) });
    await insertDelivery(world.ctx, { endpointId: other.id, createdAt: minutesAgo(3) });
    await insertDelivery(world.ctx, { endpointId: other.id, createdAt: minutesAgo(-5) });
    await insertDelivery(world.ctx, { endpointId: off.id, createdAt: minutesAgo(9) });
    await insertDelivery(world.ctx, { endpointId: one.id, status: 'failed' });
    await insertDelivery(world.ctx, { endpointId: one.id, status: 'delivered' });
    await database.db
      .updateTable('webhook_endpoint')
      .set({ is_active: false })
      .where('id', '=', off.id)
      .execute();
    await world.recordTestEvent(one.accountId);
    expect(await measureWebhooks(world.ctx)).toEqual({
      events: 1,
      waiting: 4,
      dueSince: minutesAgo(3),
      lost: 1,
    });
  });
});

it('every attempt is counted by its event and its end, and a delivery timed', async () => {
  const meter = openMeter();
  const accountId = await insertAccount(database.db);
  const { url, posts } = await world.receiver((_post, count) => (count === 1 ? 500 : 204));
  await world.endpointAt(url, { accountId });
  await world.recordTestEvent(accountId);
  const sweeps = world.startSweeps({}, { ...world.ctx, meter });
  await until(() => posts.length === 2);
  await sweeps.stop();
  const text = await meter.registry.metrics();
  const attempts = (outcome: string) =>
    `webhook_deliveries_total{event="payment.confirmed",outcome="${outcome}"} 1\n`;
  expect(text).toContain(attempts('refused'));
  expect(text).toContain(attempts('accepted'));
  expect(text).toContain('webhook_delivery_seconds_count{event="payment.confirmed"} 1\n');
});
