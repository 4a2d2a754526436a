import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '#context.ts';
import { systemClock } from '#kit/clock.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { insertAccount } from '../../../../tests/support/payable-link.ts';
import { until, type WebhookWorld, webhookWorld } from '../../../../tests/support/webhook-world.ts';

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
  vi.restoreAllMocks();
  await world[Symbol.asyncDispose]();
});

const QUICK = { delaysMs: [1, 1, 1] };

/** Five days. */
const SWITCH_OFF_AFTER_MS = 5 * 24 * 60 * 60 * 1_000;

/** A clock for sweeps that a test moves on: an hour of a busy machine is not five days. */
function movedClock() {
  let aheadMs = 0;
  return {
    as: (): Context => ({ ...ctx, now: () => new Date(systemClock().getTime() + aheadMs) }),
    advance: () => {
      aheadMs += SWITCH_OFF_AFTER_MS;
    },
  };
}

const healthOf = (id: string) =>
  database.db
    .selectFrom('webhook_endpoint')
    .select(['is_active', 'failing_since', 'switched_off_by'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Records one event and waits until its delivery ends; returns its result. */
async function deliverAndEnd(accountId: string) {
  const before = (await world.deliveries()).length;
  await world.recordTestEvent(accountId);
  const ended = async () => (await world.deliveries())[before];
  await until(async () => ((await ended())?.finished_at ?? null) !== null);
  return (await ended())?.status;
}

describe('an endpoint that only fails (W9)', () => {
  it('is switched off by a failure after the set time, with a notice, and not before', async () => {
    const hook = await world.receiver(() => 500);
    const accountId = await insertAccount(ctx.db);
    const { id } = await world.endpointAt(hook.url, { accountId });
    const notice = vi.spyOn(ctx.log, 'warn');
    const clock = movedClock();
    world.startSweeps({ ...QUICK, switchOffAfterMs: SWITCH_OFF_AFTER_MS }, clock.as());
    expect(await deliverAndEnd(accountId)).toBe('failed');
    const { failing_since: since, ...first } = await healthOf(id);
    expect(first).toEqual({ is_active: true, switched_off_by: null });
    clock.advance();
    // Time alone does not count: without deliveries there is no failure.
    expect(await healthOf(id)).toMatchObject({ is_active: true });
    expect(await deliverAndEnd(accountId)).toBe('failed');
    await until(async () => !(await healthOf(id)).is_active);
    expect(await healthOf(id)).toEqual({
      is_active: false,
      failing_since: since,
      switched_off_by: 'failures',
    });
    const switched = notice.mock.calls.filter(([, message]) =>
      /switched off/.test(String(message)),
    );
    expect(switched).toEqual([
      [
        {
          metric: 'florin_webhooks_switched_off_total',
          webhookId: id,
          accountId,
          host: new URL(hook.url).host,
          failingSince: since,
        },
        expect.any(String),
      ],
    ]);
    const log = await database.db
      .selectFrom('audit_entry')
      .select(['actor_kind', 'action', 'object_id', 'details'])
      .where('account_id', '=', accountId)
      .where('action', '=', 'webhook.switched')
      .execute();
    expect(log).toEqual([
      {
        actor_kind: 'system',
        action: 'webhook.switched',
        object_id: id,
        details: JSON.stringify({
          isActive: false,
          switchedOffBy: 'failures',
          failingSince: since?.toISOString(),
        }),
      },
    ]);
  });

  it('stays on after one success in between, which restarts the time', async () => {
    const hook = await world.receiver(({ body }) =>
      body.includes('"payment.reverted"') ? 204 : 500,
    );
    const accountId = await insertAccount(ctx.db);
    const { id } = await world.endpointAt(hook.url, { accountId });
    const clock = movedClock();
    const parts = { ...QUICK, switchOffAfterMs: SWITCH_OFF_AFTER_MS, sendReversions: true };
    world.startSweeps(parts, clock.as());
    expect(await deliverAndEnd(accountId)).toBe('failed');
    clock.advance();
    await world.recordTestEvent(accountId, { event: 'payment.reverted' });
    await until(async () => (await healthOf(id)).failing_since === null);
    expect(await deliverAndEnd(accountId)).toBe('failed');
    const health = await healthOf(id);
    expect(health).toMatchObject({ is_active: true, switched_off_by: null });
    expect(health.failing_since).not.toBeNull();
  });

  it('is never switched off where the setting is 0', async () => {
    const hook = await world.receiver(() => 500);
    const accountId = await insertAccount(ctx.db);
    const { id } = await world.endpointAt(hook.url, { accountId });
    world.startSweeps({ ...QUICK, switchOffAfterMs: 0 });
    await deliverAndEnd(accountId);
    await wait(20);
    await deliverAndEnd(accountId);
    expect(await healthOf(id)).toMatchObject({ is_active: true });
  });

  it('is judged by what happened, not by tests', async () => {
    const hook = await world.receiver(() => 500);
    const accountId = await insertAccount(ctx.db);
    const { id } = await world.endpointAt(hook.url, { accountId });
    await insertTest(accountId, id);
    world.startSweeps({ ...QUICK, switchOffAfterMs: SWITCH_OFF_AFTER_MS });
    await until(async () => (await world.deliveries())[0]?.status === 'failed');
    expect(await healthOf(id)).toMatchObject({ failing_since: null });
    expect(hook.posts[0]?.headers['x-service-test']).toBe('true');
  });
});

describe('an endpoint that is switched off', () => {
  it('has missed deliveries stored as skipped, and not sent when it is switched on again', async () => {
    const hook = await world.receiver();
    const other = await world.receiver();
    const accountId = await insertAccount(ctx.db);
    const { id } = await world.endpointAt(hook.url, { accountId });
    await world.endpointAt(other.url, { accountId });
    await switchTo(id, false);
    world.startSweeps(QUICK);
    await world.recordTestEvent(accountId);
    await until(() => other.posts.length === 1);
    const missed = (await world.deliveries()).filter((row) => row.webhook_endpoint_id === id);
    expect(missed).toMatchObject([{ status: 'skipped', attempts: 0 }]);
    expect(missed[0]?.finished_at).not.toBeNull();
    await switchTo(id, true);
    await world.recordTestEvent(accountId);
    await until(() => hook.posts.length > 0 && other.posts.length === 2);
    await wait(50);
    expect(hook.posts).toHaveLength(1);
  });

  it('has what waited for it set aside, but nothing that is under way', async () => {
    const hook = await world.receiver();
    const accountId = await insertAccount(ctx.db);
    const { id } = await world.endpointAt(hook.url, { accountId });
    await insertTest(accountId, id);
    await insertTest(accountId, id, { due_at: new Date(ctx.now().getTime() + 20_000) });
    await switchTo(id, false);
    world.startSweeps(QUICK);
    await until(async () => (await world.deliveries())[0]?.status === 'skipped');
    expect((await world.deliveries()).map((row) => row.status)).toEqual(['skipped', 'pending']);
    expect(hook.posts).toEqual([]);
  });

  it('that was removed misses nothing any more', async () => {
    const hook = await world.receiver();
    const accountId = await insertAccount(ctx.db);
    const { id } = await world.endpointAt(hook.url, { accountId });
    await database.db
      .updateTable('webhook_endpoint')
      .set({ is_active: false, removed_at: ctx.now() })
      .where('id', '=', id)
      .execute();
    await world.recordTestEvent(accountId);
    world.startSweeps(QUICK);
    await until(async () => (await world.outboxLength()) === 0);
    expect(await world.deliveries()).toEqual([]);
  });
});

async function switchTo(id: string, isActive: boolean): Promise<void> {
  await database.db
    .updateTable('webhook_endpoint')
    .set({ is_active: isActive })
    .where('id', '=', id)
    .execute();
}

async function insertTest(accountId: string, endpointId: string, parts: { due_at?: Date } = {}) {
  const now = ctx.now();
  const id = ctx.newOrderedId();
  await database.db
    .insertInto('webhook_delivery')
    .values({
      id,
      account_id: accountId,
      webhook_endpoint_id: endpointId,
      event_type: 'payment.confirmed',
      status: 'pending',
      is_test: true,
      due_at: now,
      created_at: now,
      ...parts,
    })
    .execute();
  await database.db
    .insertInto('webhook_delivery_body')
    .values({ webhook_delivery_id: id, body: '{"event":"payment.confirmed"}' })
    .execute();
}
