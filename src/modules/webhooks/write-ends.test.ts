import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '#context.ts';
import { countStatements } from '../../../tests/support/count-statements.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { type WebhookWorld, webhookWorld } from '../../../tests/support/webhook-world.ts';
import { fanOut } from './fan-out.ts';
import type { EndedAttempt } from './store/deliveries.ts';
import { type EndWriter, openEndWriter } from './write-ends.ts';

/** So long an end waits for others. */
const GATHERED_MS = 20;

const RULES = { sendReversions: false, sendOutstandingFees: false, processorNames: {} };

let database: Awaited<ReturnType<typeof testDatabase>>;
let world: WebhookWorld;
let tries: Context[];
let ends: EndWriter;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  world = await webhookWorld(database.db);
  const accountId = await insertAccount(database.db);
  await world.endpointAt('https://receiver.example/hook', { accountId });
  for (let number = 0; number < 3; number += 1) await world.recordTestEvent(accountId);
  await fanOut(world.ctx, RULES, 200);
  tries = [];
  ends = openEndWriter({ switchOffAfterMs: 0, tryAgainLater: (ctx) => void tries.push(ctx) });
  // Nothing is written here because time passes.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** How the first attempts of all deliveries ended: each delivered, or to be tried again. */
async function endsOf(status: 'delivered' | 'pending'): Promise<EndedAttempt[]> {
  const now = world.ctx.now();
  return (await world.deliveries()).map((delivery) => ({
    deliveryId: delivery.id,
    endpointId: delivery.webhook_endpoint_id,
    isTest: false,
    retryCount: 0,
    startedAt: now,
    durationMs: 1,
    responseStatus: status === 'delivered' ? 204 : 500,
    failure: null,
    excerpt: null,
    status,
    dueAt: now,
    finishedAt: status === 'delivered' ? now : null,
  }));
}

const written = async () =>
  (await world.deliveries()).filter(({ attempts }) => attempts === 1).length;

async function untilWritten(count: number): Promise<void> {
  while ((await written()) < count) await setImmediate();
}

describe('the ends of attempts', () => {
  it('share a statement where nothing is tried again, and wait for it only so long', async () => {
    const all = await endsOf('delivered');
    const statements = await countStatements(world.ctx, async (ctx) => {
      for (const end of all) ends.add(ctx, end);
      expect(await written()).toBe(0);
      vi.advanceTimersByTime(GATHERED_MS);
      await untilWritten(3);
    });
    expect(statements).toBe(1);
  });

  it('of a delivery that is tried again are written at once, with what has gathered', async () => {
    const [first] = await endsOf('delivered');
    const [, second, third] = await endsOf('pending');
    for (const end of [first, second, third]) if (end !== undefined) ends.add(world.ctx, end);
    await untilWritten(3);
  });

  it('that come during a statement wait for others in their turn, and no longer', async () => {
    const [first, second, third] = await endsOf('delivered');
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('There are three.');
    ends.add(world.ctx, first);
    ends.flush(world.ctx);
    ends.add(world.ctx, second);
    await untilWritten(1);
    // Long enough for a second statement, if it did not wait for time to pass.
    for (let reads = 0; reads < 20; reads += 1) expect(await written()).toBe(1);
    ends.flush(world.ctx);
    ends.add(world.ctx, third);
    vi.advanceTimersByTime(GATHERED_MS);
    await untilWritten(3);
  });

  it('stay where they cannot be written, and are written later', async () => {
    const all = await endsOf('delivered');
    const away = world.ctx.db.withPlugin({
      transformQuery: () => {
        throw new Error('the database is away');
      },
      transformResult: async ({ result }) => result,
    });
    for (const end of all) ends.add({ ...world.ctx, db: away }, end);
    vi.advanceTimersByTime(GATHERED_MS);
    while (tries.length === 0) await setImmediate();
    expect(await written()).toBe(0);
    ends.flush(world.ctx);
    await untilWritten(3);
  });

  it('are all written when it drains', async () => {
    for (const end of await endsOf('delivered')) ends.add(world.ctx, end);
    await ends.drain(world.ctx);
    expect(await written()).toBe(3);
  });
});
