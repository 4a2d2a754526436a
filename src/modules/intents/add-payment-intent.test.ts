import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { hexOf } from '#kit/hex.ts';
import { findByToken } from '#modules/secure-payments/index.ts';
import { TEST_TIME } from '../../../tests/support/context.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { addPaymentIntent, ON_THEIR_WAY_MAX, UNSEEN_INTENTS_MAX } from './add-payment-intent.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const now = manualClock(TEST_TIME);
const newHash = () => hexOf(randomBytes(32));

async function linkOnBase() {
  const ctx = testContext({ db: database.db, now });
  const { token } = await insertLink(ctx.db, { currencyId: 'USDC-base' });
  const link = await findByToken(ctx, token);
  if (link === undefined) throw new Error('the link is there');
  const add = (hash = newHash()) => {
    now.advance(1_000);
    return addPaymentIntent(ctx, {
      link,
      network: 'arbitrum-one',
      reported: { kind: 'transaction', hash },
      safeDeadline: null,
      payerAddress: null,
      details: { token: 'USDC' },
    });
  };
  const statuses = async () => {
    const intents = ctx.db.selectFrom('payment_intent').where('secure_payment_token', '=', token);
    return (await intents.select('status').orderBy('created_at').execute()).map(
      ({ status }) => status,
    );
  };
  const set = (id: string, status: string) =>
    ctx.db.updateTable('payment_intent').set({ status }).where('id', '=', id).execute();
  const sentBy = (id: string, sender: string) =>
    ctx.db
      .updateTable('payment_intent')
      .set({ source: JSON.stringify({ sender }) })
      .where('id', '=', id)
      .execute();
  return { ctx, add, statuses, set, sentBy };
}

describe('reported transactions', () => {
  it('are one intent when the same hash is reported at once by several processes', async () => {
    const { add, statuses } = await linkOnBase();
    const hash = newHash();
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await add(hash)).id));
    expect(new Set(ids).size).toBe(1);
    expect(await statuses()).toEqual(['recorded']);
  });

  it('give way, the oldest first, to new ones while no node has them', async () => {
    const { add, statuses } = await linkOnBase();
    for (let i = 0; i < UNSEEN_INTENTS_MAX + 2; i += 1) await add();
    const found = await statuses();
    expect(found.slice(0, 3)).toEqual(['not_found', 'not_found', 'recorded']);
    expect(found.filter((status) => status === 'recorded')).toHaveLength(UNSEEN_INTENTS_MAX);
  });

  it('are followed again when they are reported again', async () => {
    const { ctx, add } = await linkOnBase();
    const hash = newHash();
    const first = await add(hash);
    for (let i = 0; i < UNSEEN_INTENTS_MAX; i += 1) await add();
    const again = await add(hash);
    expect(again).toMatchObject({ id: first.id, status: 'recorded', nextCheckAt: now() });
    const observed = ctx.db.selectFrom('payment_intent_observation').select(['event', 'status']);
    expect(
      await observed.where('payment_intent_id', '=', first.id).orderBy('id').execute(),
    ).toEqual([
      { event: 'reported', status: 'recorded' },
      { event: 'search_ended', status: 'not_found' },
      { event: 'reported_again', status: 'recorded' },
    ]);
  });

  it('are taken however many deposits of others are on their way, which keep nobody out', async () => {
    const { ctx, add, set, sentBy, statuses } = await linkOnBase();
    const mine = (await add()).id;
    await set(mine, 'source_confirmed');
    await sentBy(mine, 'payer');
    for (let i = 1; i < ON_THEIR_WAY_MAX; i += 1) {
      const { id } = await add();
      await set(id, 'source_confirmed');
      await sentBy(id, 'somebody');
    }
    expect((await add()).status).toBe('recorded');
    // Who has the most on their way gives way, the oldest first, and can report it again.
    const found = await statuses();
    expect(found.slice(0, 3)).toEqual(['source_confirmed', 'not_found', 'source_confirmed']);
    const ended = ctx.db.selectFrom('payment_intent').selectAll().where('status', '=', 'not_found');
    const [{ transaction_hash: hash } = {}] = await ended.orderBy('created_at', 'desc').execute();
    if (!hash) throw new Error('one was ended');
    expect((await add(hexOf(hash))).status).toBe('recorded');
  });

  it('that turned out to pay something else are removed, the oldest first, but for a hundred', async () => {
    const { add, statuses, set } = await linkOnBase();
    for (let i = 0; i < 103; i += 1) await set((await add()).id, 'foreign');
    await add();
    const found = await statuses();
    expect(found).toHaveLength(101);
    expect(found.at(-1)).toBe('recorded');
  });
});
