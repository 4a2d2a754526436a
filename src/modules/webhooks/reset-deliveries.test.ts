import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { until, webhookWorld } from '../../../tests/support/webhook-world.ts';

const HOUR_MS = 60 * 60 * 1000;

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const jumped = (ctx: Context, ms: number): Context => ({
  ...ctx,
  now: () => new Date(ctx.now().getTime() + ms),
});

describe('a clock that was an hour ahead and is set back (S3)', () => {
  it('delays no retry by an hour: postponed deliveries are sent at once', async () => {
    await using world = await webhookWorld(database.db);
    const hook = await world.receiver((_post, count) => (count === 1 ? 500 : 204));
    const accountId = await insertAccount(database.db);
    await world.endpointAt(hook.url, { accountId });
    const ahead = world.startSweeps({ delaysMs: [60_000, 1, 1] }, jumped(world.ctx, HOUR_MS));
    await world.recordTestEvent(accountId);
    await until(async () => (await world.deliveries())[0]?.attempts === 1);
    await ahead.stop();
    world.startSweeps({ delaysMs: [1, 1, 1] });
    await until(async () => (await world.deliveries())[0]?.status === 'delivered');
    expect(hook.posts).toHaveLength(2);
    const [first, second] = hook.posts.map(({ headers }) => headers['x-service-delivery']);
    expect(second).toBe(first);
  });
});

describe('two workers whose clocks are an hour apart', () => {
  it('deliver everything; at worst something under way comes again under its id', async () => {
    await using world = await webhookWorld(database.db);
    const hook = await world.receiver();
    const accountId = await insertAccount(database.db);
    await world.endpointAt(hook.url, { accountId });
    world.startSweeps();
    world.startSweeps({}, jumped(world.ctx, HOUR_MS));
    for (let count = 0; count < 20; count += 1) await world.recordTestEvent(accountId);
    await until(async () => {
      const rows = await world.deliveries();
      return rows.length === 20 && rows.every(({ status }) => status === 'delivered');
    });
    const ids = (await world.deliveries()).map(({ id }) => id);
    const posted = new Set(hook.posts.map(({ headers }) => headers['x-service-delivery']));
    expect([...posted].sort()).toEqual(ids);
  });
});
