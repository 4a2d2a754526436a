import type { KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '#context.ts';
import { recordEvent, WEBHOOK_EVENTS } from '#modules/events/index.ts';
import { ClientIdLinked } from '#modules/events/model/linked-payload.ts';
import { transact } from '#platform/db/transact.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { heldOpen, waitingOrDone } from '../../../tests/support/held-open.ts';
import { insertAccount, insertClientId, insertLink } from '../../../tests/support/payable-link.ts';
import { insertPartner } from '../../../tests/support/signed-in.ts';
import {
  type Post,
  until,
  type WebhookWorld,
  webhookWorld,
} from '../../../tests/support/webhook-world.ts';
import { createOrchestratorWebhook } from './create-orchestrator-webhook.ts';
import { fanOut } from './fan-out.ts';

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

interface Partner {
  readonly accountId: string;
  readonly orchestratorId: string;
}

async function newPartner(): Promise<Partner> {
  const accountId = await insertAccount(ctx.db);
  const { id } = await insertPartner(ctx.db, accountId);
  return { accountId, orchestratorId: id };
}

async function change(
  clientIdId: string,
  to: { readonly orchestrator_id: string } | { readonly status: string },
): Promise<void> {
  await ctx.db.updateTable('client_id').set(to).where('id', '=', clientIdId).execute();
}

/** A client ID of an account that a partner is linked to. */
async function newLinkedClient(accountId: string): Promise<string> {
  const { id } = await insertClientId(ctx.db, accountId);
  await change(id, { orchestrator_id: (await newPartner()).orchestratorId });
  return id;
}

async function partnersEndpoint(partner: Partner, url: string): Promise<void> {
  const actor = { kind: 'orchestrator_key', orchestratorKeyId: 'key', ...partner } as const;
  await createOrchestratorWebhook({ ...ctx, actor }, { url });
}

const eventsOf = (posts: readonly Post[]) =>
  posts.map((post) => String(JSON.parse(post.body).event)).sort();

describe('who receives what', () => {
  it('a link of a client ID is sent to its endpoint in three variants, and to no other', async () => {
    const [own, other, platform, unrelated] = await Promise.all([
      world.receiver(),
      world.receiver(),
      world.receiver(),
      world.receiver(),
    ]);
    const accountId = await insertAccount(ctx.db);
    const client = await insertClientId(ctx.db, accountId);
    const otherClient = await insertClientId(ctx.db, accountId);
    const link = await insertLink(ctx.db, { accountId, clientIdId: client.id });
    await world.endpointAt(own.url, { accountId, clientIdId: client.id });
    await world.endpointAt(other.url, { accountId, clientIdId: otherClient.id });
    await world.endpointAt(platform.url, { accountId });
    await world.endpointAt(unrelated.url, { accountId: await insertAccount(ctx.db) });
    await world.recordTestEvent(accountId, {
      token: link.token,
      clientIdId: client.id,
      clientId: client.clientId,
    });
    world.startSweeps();
    const events = [
      'payment.confirmed',
      'payment.confirmed.checkout',
      'payment.confirmed.client_id',
    ];
    await until(() => own.posts.length === 3 && platform.posts.length === 3);
    expect(eventsOf(own.posts)).toEqual(events);
    expect(eventsOf(platform.posts)).toEqual(events);
    expect([...other.posts, ...unrelated.posts]).toEqual([]);
    const bodies = own.posts.map((post) => JSON.parse(post.body));
    expect(bodies.find((body) => body.event === 'payment.confirmed.client_id')).toMatchObject({
      clientId: client.clientId,
      origin: 'https://bücher.example',
    });
    expect(bodies.find((body) => body.event === 'payment.confirmed')).not.toHaveProperty('origin');
    expect(new Set(own.posts.map((post) => post.headers['x-service-delivery'])).size).toBe(3);
  });

  it('a link is sent without variants where an operator disables them', async () => {
    const hook = await world.receiver();
    const accountId = await insertAccount(ctx.db);
    const client = await insertClientId(ctx.db, accountId);
    const link = await insertLink(ctx.db, { accountId, clientIdId: client.id });
    await world.endpointAt(hook.url, { accountId });
    await world.recordTestEvent(accountId, {
      token: link.token,
      clientIdId: client.id,
      clientId: client.clientId,
    });
    world.startSweeps({ variants: false });
    await until(() => hook.posts.length > 0);
    expect(eventsOf(hook.posts)).toEqual(['payment.confirmed']);
    expect(await world.deliveries()).toHaveLength(1);
  });

  it('a link of an API key is sent to the endpoints of its account, and to no other', async () => {
    const [platform, clients, linked, unrelated] = await Promise.all([
      world.receiver(),
      world.receiver(),
      world.receiver(),
      world.receiver(),
    ]);
    const accountId = await insertAccount(ctx.db);
    const client = await insertClientId(ctx.db, accountId);
    await world.endpointAt(platform.url, { accountId });
    await world.endpointAt(clients.url, { accountId, clientIdId: client.id });
    await world.endpointAt(linked.url, { accountId, clientIdId: await newLinkedClient(accountId) });
    await world.endpointAt(unrelated.url, { accountId: await insertAccount(ctx.db) });
    await world.recordTestEvent(accountId);
    world.startSweeps();
    await until(async () => platform.posts.length === 1 && (await world.outboxLength()) === 0);
    expect(eventsOf(platform.posts)).toEqual(['payment.confirmed']);
    expect(await world.deliveries()).toHaveLength(1);
    expect([...clients.posts, ...linked.posts, ...unrelated.posts]).toEqual([]);
  });

  it('a link of an API key of an account without endpoints is sent to client IDs that act alone', async () => {
    const [own, linked, inactive] = await Promise.all([
      world.receiver(),
      world.receiver(),
      world.receiver(),
    ]);
    const accountId = await insertAccount(ctx.db);
    const client = await insertClientId(ctx.db, accountId);
    await world.endpointAt(own.url, { accountId, clientIdId: client.id });
    await world.endpointAt(linked.url, { accountId, clientIdId: await newLinkedClient(accountId) });
    const removed = await world.endpointAt('http://127.0.0.1:9/hook', { accountId });
    await ctx.db
      .updateTable('webhook_endpoint')
      .set({ removed_at: ctx.now(), is_active: false })
      .where('id', '=', removed.id)
      .execute();
    const off = await insertClientId(ctx.db, accountId);
    await world.endpointAt(inactive.url, { accountId, clientIdId: off.id });
    await change(off.id, { status: 'inactive' });
    await world.recordTestEvent(accountId);
    world.startSweeps();
    await until(async () => own.posts.length === 1 && (await world.outboxLength()) === 0);
    expect(eventsOf(own.posts)).toEqual(['payment.confirmed']);
    expect(await world.deliveries()).toHaveLength(1);
    expect([...linked.posts, ...inactive.posts]).toEqual([]);
  });

  it('links that no endpoint receives events of are warned of once for each client ID, without their tokens', async () => {
    const accountId = await insertAccount(ctx.db);
    const clientIdId = await newLinkedClient(accountId);
    await world.endpointAt('http://127.0.0.1:9/hook', { accountId, clientIdId });
    const subscribed = await insertAccount(ctx.db);
    await world.endpointAt('http://127.0.0.1:9/hook', { accountId: subscribed });
    const warn = vi.spyOn(ctx.log, 'warn');
    for (const id of [accountId, accountId, subscribed]) await world.recordTestEvent(id);
    const shop = await insertClientId(ctx.db, accountId);
    await world.recordTestEvent(accountId, { clientIdId: shop.id });
    world.startSweeps();
    await until(async () => (await world.outboxLength()) === 0);
    const message =
      'no webhook endpoint receives events of this link, as npx florin doctor explains';
    const of = { accountId, event: 'payment.confirmed', eventId: expect.any(String) };
    expect(warn.mock.calls).toEqual([
      [{ ...of, clientIdId: null }, message],
      [{ ...of, clientIdId: shop.id }, message],
    ]);
  });

  it('the customer of a request is in every variant, though the event is stored without it', async () => {
    const { url, posts } = await world.receiver();
    const accountId = await insertAccount(ctx.db);
    const client = await insertClientId(ctx.db, accountId);
    const link = await insertLink(ctx.db, { accountId, clientIdId: client.id });
    await world.endpointAt(url, { accountId });
    const customerInfo = { firstName: 'Ada' };
    await world.recordTestEvent(accountId, {
      token: link.token,
      clientIdId: client.id,
      customerInfo,
    });
    world.startSweeps();
    await until(() => posts.length === 3);
    const bodies = posts.map(({ body }) => JSON.parse(body));
    expect(bodies.map((body) => body.customerInfo)).toEqual(Array(3).fill(customerInfo));
    const stored = ctx.db.selectFrom('event').select('payload').where('account_id', '=', accountId);
    expect((await stored.executeTakeFirstOrThrow()).payload).not.toContain('Ada');
  });

  it('a partner receives its events of a link that it created, without variants', async () => {
    const [own, platform, other, partnersShop] = await Promise.all([
      world.receiver(),
      world.receiver(),
      world.receiver(),
      world.receiver(),
    ]);
    const accountId = await insertAccount(ctx.db);
    const client = await insertClientId(ctx.db, accountId);
    const link = await insertLink(ctx.db, { accountId, clientIdId: client.id });
    const partner = await newPartner();
    await partnersEndpoint(partner, own.url);
    await partnersEndpoint(await newPartner(), other.url);
    await world.endpointAt(platform.url, { accountId });
    await world.endpointAt(partnersShop.url, { accountId: partner.accountId });
    const about = { token: link.token, clientIdId: client.id, clientId: client.clientId };
    await world.recordTestEvent(accountId, { ...about, orchestratorId: partner.orchestratorId });
    await world.recordTestEvent(accountId, about);
    world.startSweeps();
    await until(() => platform.posts.length === 6 && own.posts.length > 0);
    expect(eventsOf(own.posts)).toEqual(['payment.confirmed']);
    expect([...other.posts, ...partnersShop.posts]).toEqual([]);
    const rows = await ctx.db
      .selectFrom('webhook_delivery')
      .select('account_id')
      .distinct()
      .execute();
    expect(rows.map((row) => row.account_id).sort()).toEqual([accountId, partner.accountId].sort());
  });

  it('a partner alone is notified that a platform accepted its invitation', async () => {
    const [own, accounts, other] = await Promise.all([
      world.receiver(),
      world.receiver(),
      world.receiver(),
    ]);
    const partner = await newPartner();
    await partnersEndpoint(partner, own.url);
    await partnersEndpoint(await newPartner(), other.url);
    await world.endpointAt(accounts.url, { accountId: partner.accountId });
    const payload = WEBHOOK_EVENTS.find(({ name }) => name === 'client_id.linked')?.sample;
    await transact(ctx, (ctx) =>
      recordEvent(ctx, {
        ...partner,
        securePaymentToken: null,
        clientIdId: null,
        origin: null,
        payload: ClientIdLinked.parse(payload),
      }),
    );
    world.startSweeps();
    await until(() => own.posts.length === 1);
    expect(own.posts.map(({ body }) => body)).toEqual([JSON.stringify(payload)]);
    expect([...accounts.posts, ...other.posts]).toEqual([]);
  });

  it('a reversion is sent only where an operator enables it', async () => {
    const hook = await world.receiver();
    const accountId = await insertAccount(ctx.db);
    await world.endpointAt(hook.url, { accountId });
    await world.recordTestEvent(accountId, { event: 'payment.reverted' });
    const quiet = world.startSweeps();
    await until(async () => (await world.outboxLength()) === 0);
    await quiet.stop();
    expect(await world.deliveries()).toEqual([]);
    await world.recordTestEvent(accountId, { event: 'payment.reverted' });
    world.startSweeps({ sendReversions: true });
    await until(() => hook.posts.length === 1);
    expect(eventsOf(hook.posts)).toEqual(['payment.reverted']);
  });

  it('an event without any endpoint leaves the outbox and nothing behind', async () => {
    await world.recordTestEvent(await insertAccount(ctx.db));
    world.startSweeps();
    await until(async () => (await world.outboxLength()) === 0);
    expect(await world.deliveries()).toEqual([]);
  });
});

const RULES = { sendReversions: false, sendOutstandingFees: false, processorNames: {} };

describe('events that come to a great deal', () => {
  const fannedOut = async (limit: number) => {
    const statements: string[] = [];
    const counted = { ...ctx, db: ctx.db.withPlugin(noting(statements)) };
    expect(await fanOut(counted, RULES, limit)).toBe(limit);
    expect(await world.outboxLength()).toBe(0);
    const rows = await ctx.db
      .selectFrom('webhook_delivery')
      .select(['event_id', 'event_type', 'webhook_endpoint_id'])
      .execute();
    expect(new Set(rows.map((row) => Object.values(row).join())).size).toBe(rows.length);
    return { statements: statements.length, deliveries: rows.length };
  };

  it('of text are fanned out in several statements, each event once', async () => {
    const accountId = await insertAccount(ctx.db);
    await world.endpointAt('http://127.0.0.1:9/hook', { accountId });
    const customerInfo = { firstName: 'x'.repeat(900_000) };
    for (let i = 0; i < 11; i += 1) await world.recordTestEvent(accountId, { customerInfo });
    // 10 MB that the events do not hold: one read, what a statement carries, and what is left.
    expect(await fannedOut(11)).toEqual({ statements: 3, deliveries: 11 });
  });

  it('of deliveries are fanned out in several statements, each event once', async () => {
    const accountId = await insertAccount(ctx.db);
    for (let i = 0; i < 30; i += 1) {
      await world.endpointAt(`http://127.0.0.1:9/${i}`, { accountId });
    }
    const { token } = await insertLink(ctx.db, { accountId });
    for (let i = 0; i < 36; i += 1) await world.recordTestEvent(accountId, { token });
    expect(await fannedOut(36)).toEqual({ statements: 3, deliveries: 36 * 30 * 2 });
  });
});

describe('several who fan out at once', () => {
  it('fan out each event once, and the second skips what the first has locked', async () => {
    const accountId = await insertAccount(ctx.db);
    await world.endpointAt('http://127.0.0.1:9/hook', { accountId });
    for (let i = 0; i < 3; i += 1) await world.recordTestEvent(accountId);
    const first = await heldOpen(ctx, (ctx) => fanOut(ctx, RULES, 2));
    const second = await waitingOrDone(ctx.db, () => fanOut(ctx, RULES, 3));
    expect(second.done).toBe(true);
    expect(await second.ended).toBe(1);
    await first.end();
    const rows = await ctx.db.selectFrom('webhook_delivery').select('event_id').execute();
    expect(new Set(rows.map((row) => row.event_id)).size).toBe(3);
    expect(rows).toHaveLength(3);
    expect(await world.outboxLength()).toBe(0);
  });

  it('leave the events to the next where the first did not come to its end', async () => {
    const accountId = await insertAccount(ctx.db);
    await world.endpointAt('http://127.0.0.1:9/hook', { accountId });
    await world.recordTestEvent(accountId);
    const failing = transact(ctx, async (ctx) => {
      expect(await fanOut(ctx, RULES, 10)).toBe(1);
      throw new Error('the process ended');
    });
    await expect(failing).rejects.toThrow('the process ended');
    expect(await world.deliveries()).toEqual([]);
    expect(await fanOut(ctx, RULES, 10)).toBe(1);
    expect(await world.deliveries()).toHaveLength(1);
  });

  it('query the database twice for a batch, and once where nothing waits', async () => {
    const accountId = await insertAccount(ctx.db);
    await world.endpointAt('http://127.0.0.1:9/hook', { accountId });
    await world.recordTestEvent(accountId);
    await world.recordTestEvent(accountId);
    const statements: string[] = [];
    const counted = { ...ctx, db: ctx.db.withPlugin(noting(statements)) };
    await fanOut(counted, RULES, 10);
    expect(statements).toHaveLength(2);
    await fanOut(counted, RULES, 10);
    expect(statements).toHaveLength(3);
  });
});

/** Notes each statement that is sent. */
function noting(statements: string[]): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}
