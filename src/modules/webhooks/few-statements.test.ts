import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { OutboundPoster } from '#platform/outbound/outbound.ts';
import { countStatements } from '../../../tests/support/count-statements.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { until, type WebhookWorld, webhookWorld } from '../../../tests/support/webhook-world.ts';
import { openDeliverer } from './deliver-webhooks.ts';
import { fanOut } from './fan-out.ts';

const RULES = { sendReversions: false, sendOutstandingFees: false, processorNames: {} };
const MANY = 100;

let posts = 0;

/** The test counts writes only, so no receiver is needed. */
const outbound: OutboundPoster = {
  post: async () => {
    posts += 1;
    return { status: 200, excerpt: '', durationMs: 1 };
  },
};

let database: Awaited<ReturnType<typeof testDatabase>>;
let world: WebhookWorld;
let accountId: string;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  world = await webhookWorld(database.db);
  accountId = await insertAccount(database.db);
  await world.endpointAt('https://receiver.example/hook', { accountId });
});

const recordEvents = async (count: number) => {
  for (let number = 0; number < count; number += 1) await world.recordTestEvent(accountId);
};

const fanOutAll = () =>
  countStatements(world.ctx, async (ctx) =>
    expect(await fanOut(ctx, RULES, 200)).toBeGreaterThan(0),
  );

const deliverAll = (deliveries: number) =>
  countStatements(world.ctx, async (ctx) => {
    const deliverer = openDeliverer({
      outbound,
      timeoutMs: 1_000,
      delaysMs: [1],
      leaseSlackMs: 10_000,
      headers: { secondFamily: undefined, standard: true },
      switchOffAfterMs: 0,
    });
    posts = 0;
    expect(await deliverer.begin(ctx)).toBe(deliveries);
    await until(() => posts === deliveries);
    await deliverer.drain(ctx);
  });

it('many events become deliveries in as few statements as one event', async () => {
  await recordEvents(1);
  const forOne = await fanOutAll();
  await recordEvents(MANY);
  expect(await fanOutAll()).toBe(forOne);
  expect(await world.deliveries()).toHaveLength(1 + MANY);
});

it('many deliveries are claimed in one statement and ended in two, one delivery in one each', async () => {
  await recordEvents(1);
  await fanOut(world.ctx, RULES, 200);
  expect(await deliverAll(1)).toBe(2);
  await recordEvents(MANY);
  await fanOut(world.ctx, RULES, 200);
  // So many ends as one statement takes are written at once, and the others when it drains.
  expect(await deliverAll(MANY)).toBe(3);
  const deliveries = await world.deliveries();
  expect(deliveries.filter(({ status }) => status === 'delivered')).toHaveLength(1 + MANY);
});

it('the secret of an endpoint is opened once for all deliveries of a claim', async () => {
  await recordEvents(MANY);
  await fanOut(world.ctx, RULES, 200);
  const open = vi.spyOn(world.ctx.vault, 'open');
  await deliverAll(MANY);
  expect(open).toHaveBeenCalledTimes(1);
});
