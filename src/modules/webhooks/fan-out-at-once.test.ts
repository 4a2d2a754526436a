import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { countStatements } from '../../../tests/support/count-statements.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { type WebhookWorld, webhookWorld } from '../../../tests/support/webhook-world.ts';
import type { Deliverer } from './deliver-webhooks.ts';
import { fanOut, openFanOutRuns } from './fan-out.ts';

const RULES = { sendReversions: false, sendOutstandingFees: false, processorNames: {} };

let database: Awaited<ReturnType<typeof testDatabase>>;
let world: WebhookWorld;
let ctx: Context;
let accountId: string;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  world = await webhookWorld(database.db);
  ctx = world.ctx;
  accountId = await insertAccount(database.db);
  await world.endpointAt('https://receiver.example/hook', { accountId });
});

const recordEvents = async (count: number) => {
  for (let number = 0; number < count; number += 1) await world.recordTestEvent(accountId);
};

/** Lets no statement through. */
const REFUSING: KyselyPlugin = {
  transformQuery: () => {
    throw new Error('no connection');
  },
  transformResult: async ({ result }) => result,
};

/** Holds what a run has read until it is released, as a slow disk does. */
function holdingDeliverer(failure?: Error) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const deliverer: Pick<Deliverer, 'fill'> = {
    fill: async (_ctx, store) => {
      reached.resolve();
      await released.promise;
      if (failure !== undefined) throw failure;
      await store({ lease: () => undefined });
    },
  };
  return { deliverer, reached: reached.promise, release: released.resolve };
}

it('what comes while a run stores is fanned out by another, which leaves alone what the first has read', async () => {
  const runs = openFanOutRuns();
  const held = holdingDeliverer();
  await recordEvents(2);
  const first = fanOut(ctx, { ...RULES, runs, deliverer: held.deliverer }, 10);
  await held.reached;
  await recordEvents(1);
  expect(await fanOut(ctx, { ...RULES, runs }, 10)).toBe(1);
  expect(await fanOut(ctx, { ...RULES, runs }, 10)).toBe(0);
  held.release();
  expect(await first).toBe(2);
  expect(await world.deliveries()).toHaveLength(3);
});

it('runs that begin together share a backlog out', async () => {
  const runs = openFanOutRuns();
  await recordEvents(6);
  const turned = await Promise.all([1, 2].map(() => fanOut(ctx, { ...RULES, runs }, 3)));
  expect(turned).toEqual([3, 3]);
});

it('what a run failed with is the next one’s, and so is what a failed read did not find', async () => {
  const runs = openFanOutRuns();
  const held = holdingDeliverer(new Error('no database'));
  await recordEvents(1);
  const failing = fanOut(ctx, { ...RULES, runs, deliverer: held.deliverer }, 10);
  held.release();
  await expect(failing).rejects.toThrow('no database');
  const broken = { ...ctx, db: database.db.withPlugin(REFUSING) };
  await expect(fanOut(broken, { ...RULES, runs }, 10)).rejects.toThrow('no connection');
  expect(await fanOut(ctx, { ...RULES, runs }, 10)).toBe(1);
  expect(runs.eventIds.size).toBe(0);
});

it('a run by itself reads once', async () => {
  expect(await countStatements(ctx, (ctx) => fanOut(ctx, RULES, 10))).toBe(1);
});
