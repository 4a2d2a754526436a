import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import type { OutboundPoster } from '#platform/outbound/outbound.ts';
import { countStatements } from '../../../tests/support/count-statements.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { heldOpen, waitingOrDone } from '../../../tests/support/held-open.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { until, type WebhookWorld, webhookWorld } from '../../../tests/support/webhook-world.ts';
import { type Deliverer, openDeliverer } from './deliver-webhooks.ts';
import { fanOut } from './fan-out.ts';

const RULES = { sendReversions: false, sendOutstandingFees: false, processorNames: {} };
const LEASE_MS = 21_000;

let database: Awaited<ReturnType<typeof testDatabase>>;
let world: WebhookWorld;
let ctx: Context;
let accountId: string;
let endpointId: string;
/** What the receiver was sent, and how it is let answer. */
let bodies: string[];
let answers: (() => void)[];

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  world = await webhookWorld(database.db);
  ctx = world.ctx;
  accountId = await insertAccount(database.db);
  ({ id: endpointId } = await world.endpointAt('https://receiver.example/hook', { accountId }));
  bodies = [];
  answers = [];
});

const outbound: OutboundPoster = {
  post: async ({ body }) => {
    bodies.push(body);
    await new Promise<void>((resolve) => answers.push(resolve));
    return { status: 200, excerpt: '', durationMs: 1 };
  },
};

const newDeliverer = (): Deliverer =>
  openDeliverer({
    outbound,
    timeoutMs: 1_000,
    delaysMs: [1],
    leaseSlackMs: 10_000,
    headers: { secondFamily: undefined, standard: true },
    switchOffAfterMs: 0,
  });

/** A deliverer that has claimed once, as the worker's has after its first second. */
async function startedDeliverer(): Promise<Deliverer> {
  const deliverer = newDeliverer();
  await deliverer.begin(ctx);
  return deliverer;
}

const recordEvents = async (count: number) => {
  for (let number = 0; number < count; number += 1) await world.recordTestEvent(accountId);
};

async function finish(deliverer: Deliverer): Promise<void> {
  const letting = setInterval(() => {
    for (const answer of answers.splice(0)) answer();
  }, 1);
  await deliverer.drain(ctx);
  clearInterval(letting);
}

it('an event is read, stored and sent in two statements, and its end is the third', async () => {
  const deliverer = await startedDeliverer();
  await recordEvents(1);
  const before = await countStatements(ctx, async (ctx) => {
    expect(await fanOut(ctx, { ...RULES, deliverer }, 10)).toBe(1);
  });
  expect([before, bodies.length]).toEqual([2, 1]);
  const [leased] = await due();
  expect(leased?.leftMs).toBeGreaterThan(LEASE_MS - 10_000);
  // Nobody else attempts it.
  expect(await deliverer.begin(ctx)).toBe(0);
  await finish(deliverer);
  expect(await world.deliveries()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
});

it('what is sent at once is byte by byte what an attempt after a claim sends', async () => {
  const deliverer = await startedDeliverer();
  await recordEvents(1);
  await fanOut(ctx, { ...RULES, deliverer }, 10);
  await ctx.db.updateTable('webhook_delivery').set({ due_at: ctx.now() }).execute();
  expect(await deliverer.begin(ctx)).toBe(1);
  await until(() => bodies.length === 2);
  expect(bodies[1]).toBe(bodies[0]);
  expect(JSON.parse(bodies[0] ?? '').event).toBe('payment.confirmed');
  await finish(deliverer);
});

it('more than a lane has places for waits for a claim, and so does what comes after it', async () => {
  const deliverer = await startedDeliverer();
  await recordEvents(20);
  await fanOut(ctx, { ...RULES, deliverer }, 50);
  expect(bodies).toHaveLength(16);
  await recordEvents(1);
  await fanOut(ctx, { ...RULES, deliverer }, 50);
  expect((await due()).filter(({ leftMs }) => leftMs <= 0)).toHaveLength(5);
  // Ends make places, for which the deliverer claims by itself.
  for (const answer of answers.splice(0)) answer();
  await until(() => bodies.length === 21);
  await finish(deliverer);
  expect(await ended()).toBe(21);
});

it('nothing is sent at once before the first claim, as older ones may wait', async () => {
  const deliverer = newDeliverer();
  await recordEvents(1);
  await fanOut(ctx, { ...RULES, deliverer }, 10);
  expect(bodies).toHaveLength(0);
  expect(await deliverer.begin(ctx)).toBe(1);
  await finish(deliverer);
});

it('an endpoint that is off is sent nothing, and keeps its places', async () => {
  const deliverer = await startedDeliverer();
  await ctx.db.updateTable('webhook_endpoint').set({ is_active: false }).execute();
  await recordEvents(20);
  await fanOut(ctx, { ...RULES, deliverer }, 50);
  expect(bodies).toHaveLength(0);
  await ctx.db.updateTable('webhook_endpoint').set({ is_active: true }).execute();
  await deliverer.begin(ctx);
  await recordEvents(16);
  await fanOut(ctx, { ...RULES, deliverer }, 50);
  expect(bodies).toHaveLength(16);
  await finish(deliverer);
});

it('what another process fans out first is sent by that alone', async () => {
  const [one, other] = [await startedDeliverer(), await startedDeliverer()];
  await recordEvents(16);
  const first = await heldOpen(ctx, (ctx) => fanOut(ctx, { ...RULES, deliverer: one }, 50));
  const second = await waitingOrDone(ctx.db, () => fanOut(ctx, { ...RULES, deliverer: other }, 50));
  await first.end();
  await second.ended;
  expect(bodies).toHaveLength(16);
  // The other has all its places again.
  await other.begin(ctx);
  await recordEvents(16);
  await fanOut(ctx, { ...RULES, deliverer: other }, 50);
  expect(bodies).toHaveLength(32);
  await Promise.all([finish(one), finish(other)]);
  expect(new Set((await world.deliveries()).map(({ id }) => id)).size).toBe(32);
});

it('a deliverer that is stopping sends what was being stored for it, and takes nothing more', async () => {
  const deliverer = await startedDeliverer();
  await recordEvents(1);
  let draining: Promise<void> | undefined;
  await deliverer.fill(ctx, async ({ lease }) => {
    expect(lease(endpointId)).toBeInstanceOf(Date);
    draining = deliverer.drain(ctx);
    expect(lease(endpointId)).toBeUndefined();
    return [];
  });
  await draining;
});

async function due(): Promise<{ leftMs: number }[]> {
  const rows = await ctx.db
    .selectFrom('webhook_delivery')
    .select('due_at')
    .where('status', '=', 'pending')
    .execute();
  return rows.map(({ due_at }) => ({ leftMs: due_at.getTime() - ctx.now().getTime() }));
}

const ended = async () =>
  (await world.deliveries()).filter(({ status }) => status === 'delivered').length;
