import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { insertAccount } from '../../../../tests/support/payable-link.ts';
import { insertDelivery } from '../../../../tests/support/webhook-deliveries.ts';
import { createWebhook } from '../create-webhook.ts';
import { claimDeliveries, type EndedAttempt, endAttempts } from './deliveries.ts';
import { findDelivery, insertReplays } from './log.ts';
import { deleteFinished } from './retention.ts';

const BODY = '{"event":"payment.confirmed"}';

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
let endpointId: string;

beforeAll(async () => {
  database = await testDatabase();
  ctx = testContext({ db: database.db });
  const accountId = await insertAccount(ctx.db);
  const actor = { kind: 'api_key', accountId, apiKeyId: 'key' } as const;
  ({ id: endpointId } = await createWebhook(
    { ...ctx, actor },
    { url: 'https://receiver.example' },
  ));
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  await ctx.db.deleteFrom('webhook_attempt').execute();
  await ctx.db.deleteFrom('webhook_delivery').execute();
});

const claim = async () => {
  const now = ctx.now();
  const leaseUntil = new Date(now.getTime() + 30_000);
  return await claimDeliveries(ctx, { now, leaseUntil, share: 9, shares: {}, limit: 9 });
};

/** A retry is due at once. */
const end = async (deliveryId: string, retryCount: number) => {
  const ended: EndedAttempt = {
    deliveryId,
    endpointId,
    isTest: true,
    retryCount,
    startedAt: ctx.now(),
    durationMs: 1,
    responseStatus: 500,
    failure: null,
    excerpt: null,
    status: 'pending',
    dueAt: ctx.now(),
    finishedAt: null,
  };
  await endAttempts(ctx, [ended], { switchOffAfterMs: 0 });
};

/** The transactions that wrote the row of a body and the row of its delivery last. */
const writtenBy = async (id: string) => {
  const { rows } = await sql<{ body: string; delivery: string }>`
    select stored.xmin::text as body, delivery.xmin::text as delivery
    from webhook_delivery_body stored join webhook_delivery delivery on delivery.id = stored.webhook_delivery_id
    where delivery.id = ${id}`.execute(ctx.db);
  return rows[0];
};

describe('the body of a delivery', () => {
  it('is not rewritten with the delivery, however often that is claimed and ended', async () => {
    const id = await insertDelivery(ctx, { endpointId });
    const first = await writtenBy(id);
    for (const retryCount of [0, 1, 2]) {
      expect(await claim()).toMatchObject([{ id, body: BODY, attempts: retryCount }]);
      await end(id, retryCount);
      const now = await writtenBy(id);
      expect(now?.body).toBe(first?.body);
      expect(now?.delivery).not.toBe(first?.delivery);
    }
  });

  it('is sent, shown and replayed', async () => {
    const id = await insertDelivery(ctx, { endpointId });
    const replay = ctx.newOrderedId();
    const replayOfReplay = ctx.newOrderedId();
    expect(await insertReplays(ctx, [{ id: replay, of: id }])).toBe(1);
    expect(await insertReplays(ctx, [{ id: replayOfReplay, of: replay }])).toBe(1);
    const claimed = await claim();
    expect(claimed.map(({ body }) => body)).toEqual([BODY, BODY, BODY]);
    for (const one of [id, replay, replayOfReplay]) {
      expect(await findDelivery(ctx, one)).toMatchObject({ id: one, body: BODY });
    }
  });

  it('goes with its delivery, and stays for a replay', async () => {
    const [gone, kept] = [
      await insertDelivery(ctx, { endpointId, status: 'failed' }),
      await insertDelivery(ctx, { endpointId, status: 'failed' }),
    ];
    await insertReplays(ctx, [{ id: ctx.newOrderedId(), of: kept }]);
    const later = new Date(ctx.now().getTime() + 1);
    expect(await deleteFinished(ctx, later, 10)).toBe(1);
    expect(await findDelivery(ctx, gone)).toBeUndefined();
    const bodies = await ctx.db.selectFrom('webhook_delivery_body').selectAll().execute();
    expect(bodies).toEqual([{ webhook_delivery_id: kept, body: BODY }]);
    expect(await claim()).toMatchObject([{ replayOf: kept, body: BODY }]);
  });
});
