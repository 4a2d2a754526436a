import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { heldOpen, waitingOrDone } from '../../../../tests/support/held-open.ts';
import {
  insertAccount,
  insertClientId,
  insertLink,
} from '../../../../tests/support/payable-link.ts';
import { type WebhookWorld, webhookWorld } from '../../../../tests/support/webhook-world.ts';
import { fanOut } from '../fan-out.ts';
import { variantsOf } from '../model/variants.ts';
import { type ClaimedDelivery, claimDeliveries } from './deliveries.ts';
import { findDelivery, insertReplays } from './log.ts';
import { findWaiting } from './outbox.ts';
import { deleteFinished } from './retention.ts';

const RULES = { sendReversions: false, sendOutstandingFees: false, processorNames: {} };
const RENAMED = { 'service-network': 'näme 🙂' };
const CUSTOMER = { firstName: 'Zoë 🙂', lastName: '"event":"payment.confirmed"' };

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
  await database.db.deleteFrom('webhook_event_body').execute();
  ctx = world.ctx;
  accountId = await insertAccount(ctx.db);
  for (const path of ['one', 'two']) {
    await world.endpointAt(`http://127.0.0.1:9/${path}`, { accountId });
  }
});

interface About {
  /** Whether it is about a link. */
  readonly hasLink?: boolean;
  readonly customerInfo?: typeof CUSTOMER;
  /** Whether its link has a client ID. */
  readonly hasClient?: boolean;
}

/** Fans an event out, and answers the bodies that it has to be sent as. */
async function fannedOut(
  { hasLink = true, hasClient = false, ...about }: About,
  rules: Parameters<typeof fanOut>[1] = RULES,
): Promise<readonly string[]> {
  const client = hasClient ? await insertClientId(ctx.db, accountId) : undefined;
  const link = hasLink
    ? await insertLink(ctx.db, { accountId, ...(client && { clientIdId: client.id }) })
    : undefined;
  await world.recordTestEvent(accountId, {
    ...about,
    ...(client && { clientIdId: client.id, clientId: client.clientId }),
    ...(link && { token: link.token }),
  });
  const { events } = await findWaiting(ctx, { limit: 1, except: [] });
  const wanted = events.flatMap((event) => variantsOf(event, rules).map(({ body }) => body));
  expect(await fanOut(ctx, rules, 1)).toBe(1);
  return wanted;
}

/** Everything that is due, which is due again at once. */
async function claimed(): Promise<readonly ClaimedDelivery[]> {
  const now = ctx.now();
  return await claimDeliveries(ctx, { now, leaseUntil: now, share: 99, shares: {}, limit: 99 });
}

const storedBodies = () => ctx.db.selectFrom('webhook_event_body').selectAll().execute();

const end = () =>
  ctx.db
    .updateTable('webhook_delivery')
    .set({ status: 'failed', finished_at: ctx.now() })
    .where('status', '=', 'pending')
    .execute();

const later = () => new Date(ctx.now().getTime() + 60_000);

describe('the body of an event', () => {
  interface Case {
    readonly about?: About;
    readonly rules?: typeof RULES;
    readonly rows?: number;
  }

  it.each<[string, Case]>([
    ['with a link', {}],
    ['about a customer', { about: { customerInfo: CUSTOMER } }],
    // Its own variant names the origin, which the event does not.
    ['of a client ID', { about: { hasClient: true }, rows: 2 }],
    ['with a processor of another name', { rules: { ...RULES, processorNames: RENAMED } }],
    ['without variants', { about: { hasLink: false } }],
  ])(
    'is stored once for all endpoints and types, and each delivery is sent exactly it: %s',
    async (_what, { about = {}, rules = RULES, rows = 1 }) => {
      const wanted = await fannedOut(about, rules);
      expect(await storedBodies()).toHaveLength(rows);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const bodies = (await claimed()).map(({ body }) => body);
        expect(bodies.toSorted()).toEqual([...wanted, ...wanted].toSorted());
      }
    },
  );

  it('is shown as it is sent, and replayed with the same bytes', async () => {
    await fannedOut({ customerInfo: CUSTOMER });
    const [first] = await claimed();
    const { id, body } = first ?? { id: '', body: '' };
    await end();
    const replay = ctx.newOrderedId();
    expect(await insertReplays(ctx, [{ id: replay, of: id }])).toBe(1);
    expect(await claimed()).toMatchObject([{ id: replay, replayOf: id, body }]);
    for (const shown of [id, replay])
      expect(await findDelivery(ctx, shown)).toMatchObject({ body });
    expect(JSON.parse(body)).toMatchObject({ customerInfo: CUSTOMER });
  });

  it('cannot be changed', async () => {
    await fannedOut({ hasLink: false });
    const change = ctx.db.updateTable('webhook_event_body').set({ text_at_end: '' }).execute();
    await expect(change).rejects.toThrow(/never changed/);
  });

  it('is that of its own where an earlier release queued the delivery', async () => {
    await fannedOut({ hasLink: false });
    await ctx.db.deleteFrom('webhook_event_body').execute();
    const deliveries = await world.deliveries();
    const rows = deliveries.map(({ id }) => ({ webhook_delivery_id: id, body: `of ${id}` }));
    await ctx.db.insertInto('webhook_delivery_body').values(rows).execute();
    const sent = await claimed();
    expect(sent.map(({ id, body }) => [id, body])).toEqual(
      deliveries.map(({ id }) => [id, `of ${id}`]),
    );
    const [first] = deliveries;
    expect(await findDelivery(ctx, first?.id ?? '')).toMatchObject({ body: `of ${first?.id}` });
  });
});

describe('when deliveries are deleted', () => {
  it('the body of an event stays for those that are left, and goes with the last one', async () => {
    await fannedOut({ hasLink: false });
    await end();
    expect(await deleteFinished(ctx, later(), 1)).toBe(1);
    const [left] = await world.deliveries();
    expect(await storedBodies()).toHaveLength(1);
    expect(await findDelivery(ctx, left?.id ?? '')).toBeDefined();
    expect(await deleteFinished(ctx, later(), 1)).toBe(1);
    expect(await storedBodies()).toEqual([]);
  });

  it('the bodies of other events stay', async () => {
    await fannedOut({ hasLink: false });
    await end();
    await fannedOut({ hasLink: false });
    expect(await deleteFinished(ctx, later(), 9)).toBe(2);
    expect(await storedBodies()).toHaveLength(1);
    expect(await claimed()).toHaveLength(2);
  });

  it('a body that a replay sends stays with it', async () => {
    await fannedOut({ hasLink: false });
    const [first] = await claimed();
    await end();
    await insertReplays(ctx, [{ id: ctx.newOrderedId(), of: first?.id ?? '' }]);
    expect(await deleteFinished(ctx, later(), 9)).toBe(1);
    expect(await claimed()).toMatchObject([{ replayOf: first?.id, body: first?.body }]);
  });

  it('the last two by two processes at once, the body goes too', async () => {
    await fannedOut({ hasLink: false });
    await end();
    const first = await heldOpen(ctx, (ctx) => deleteFinished(ctx, later(), 1));
    const second = await waitingOrDone(ctx.db, () => deleteFinished(ctx, later(), 1));
    expect(second.done).toBe(false);
    await first.end();
    expect(await second.ended).toBe(1);
    expect(await world.deliveries()).toEqual([]);
    expect(await storedBodies()).toEqual([]);
  });
});
