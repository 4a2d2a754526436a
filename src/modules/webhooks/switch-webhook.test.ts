import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { transact } from '#platform/db/transact.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { heldOpen, waitingOrDone } from '../../../tests/support/held-open.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { type WebhookWorld, webhookWorld } from '../../../tests/support/webhook-world.ts';
import { fanOut } from './fan-out.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type EndedAttempt,
  endAttempts,
} from './store/deliveries.ts';
import { lockEndpoint, switchEndpoint } from './store/endpoints.ts';
import { skipPending } from './store/log.ts';
import { switchOffFailingWebhook } from './switch-off-failing-webhook.ts';
import { switchWebhook } from './switch-webhook.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let world: WebhookWorld;
let ctx: Context;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world = await webhookWorld(database.db);
  ctx = world.ctx;
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

const RULES = { sendReversions: false, sendOutstandingFees: false, processorNames: {} };
const HOUR_MS = 60 * 60 * 1000;

async function failingEndpoint(accountId: string): Promise<string> {
  const { id } = await world.endpointAt('http://127.0.0.1:9/hook', { accountId });
  await database.db
    .updateTable('webhook_endpoint')
    .set({ failing_since: new Date(ctx.now().getTime() - HOUR_MS) })
    .where('id', '=', id)
    .execute();
  return id;
}

const WAYS = [
  [
    'a person',
    (ctx: Context, { id, accountId }: Of): Promise<unknown> => {
      const reach = { accountId, clientIdId: null, orchestratorId: null };
      return switchWebhook(ctx, { reach, id, to: 'off' });
    },
  ],
  [
    'failures',
    (ctx: Context, of: Of): Promise<unknown> =>
      switchOffFailingWebhook(ctx, { ...of, switchOffAfterMs: HOUR_MS }),
  ],
] as const;

interface Of {
  readonly id: string;
  readonly accountId: string;
}

describe.each(WAYS)('an endpoint that is switched off by %s', (_, switchOff) => {
  it('while events are fanned out skips what they became', async () => {
    const accountId = await insertAccount(ctx.db);
    const id = await failingEndpoint(accountId);
    await world.recordTestEvent(accountId);
    const fanning = await heldOpen(ctx, (ctx) => fanOut(ctx, RULES, 10));
    const switching = await waitingOrDone(ctx.db, () => switchOff(ctx, { id, accountId }));
    await fanning.end();
    await switching.ended;
    expect(await world.deliveries()).toMatchObject([{ status: 'skipped', attempts: 0 }]);
  });

  it('makes the fan-out wait, which then stores the event as skipped', async () => {
    const accountId = await insertAccount(ctx.db);
    const id = await failingEndpoint(accountId);
    await world.recordTestEvent(accountId);
    const switching = await heldOpen(ctx, (ctx) => switchOff(ctx, { id, accountId }));
    const fanning = await waitingOrDone(ctx.db, () => fanOut(ctx, RULES, 10));
    expect(fanning.done).toBe(false);
    await switching.end();
    await fanning.ended;
    expect(await world.deliveries()).toMatchObject([{ status: 'skipped', attempts: 0 }]);
    expect(await world.outboxLength()).toBe(0);
  });
});

describe('an attempt that ends while its endpoint is switched off', () => {
  it('waits without holding its delivery, which is skipped, and is not written down', async () => {
    const accountId = await insertAccount(ctx.db);
    const { id } = await world.endpointAt('http://127.0.0.1:9/hook', { accountId });
    await world.recordTestEvent(accountId);
    await fanOut(ctx, RULES, 10);
    const now = ctx.now();
    const claimed = await claimDeliveries(ctx, {
      now,
      leaseUntil: new Date(now.getTime() + HOUR_MS),
      share: 10,
      shares: {},
      limit: 10,
    });
    expect(claimed).toHaveLength(1);
    const ended = claimed.map((delivery) => failedForGood(delivery, now));
    const mayGoOn = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const switching = transact(ctx, async (ctx) => {
      await lockEndpoint(ctx, id);
      locked.resolve();
      await mayGoOn.promise;
      await skipPending(ctx, id);
      await switchEndpoint(ctx, id, { offBy: 'person' });
    });
    await locked.promise;
    const writing = await waitingOrDone(ctx.db, () =>
      endAttempts(ctx, ended, { switchOffAfterMs: 0 }),
    );
    expect(writing.done).toBe(false);
    mayGoOn.resolve();
    await Promise.all([switching, writing.ended]);
    expect(await world.deliveries()).toMatchObject([{ status: 'skipped', attempts: 0 }]);
    expect(await ctx.db.selectFrom('webhook_attempt').selectAll().execute()).toEqual([]);
  });
});

function failedForGood({ id, endpointId, attempts }: ClaimedDelivery, now: Date): EndedAttempt {
  return {
    deliveryId: id,
    endpointId,
    isTest: false,
    retryCount: attempts,
    startedAt: now,
    durationMs: 1,
    responseStatus: 500,
    failure: null,
    excerpt: null,
    status: 'failed',
    dueAt: now,
    finishedAt: now,
  };
}
