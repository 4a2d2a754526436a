import { describe, expect, it } from 'vitest';
import { DAY_MS, recurringWorld } from '../../../tests/support/recurring-world.ts';
import { runRecurringPayouts } from './run-recurring-payouts.ts';

const world = recurringWorld();

/** Looks at what is due by now. */
const run = () => runRecurringPayouts(world.host.ctx, 50);

const later = (ms: number) => {
  world.now = new Date(world.now.getTime() + ms);
};

/** One that its payer signed, with enough of everything; its first payment is due. */
async function begun(): Promise<string> {
  // Those of other tests rest.
  await world.host.ctx.db.updateTable('recurring_payout').set({ next_check_at: null }).execute();
  const id = await world.created();
  expect((await world.activate(id)).status).toBe(201);
  world.sepolia.payer = { ...world.sepolia.payer, allowanceUnits: 10n ** 30n };
  return id;
}

/** The indexes that were sent since so many. */
const sentSince = (before: number) => world.sepolia.sent.slice(before).map(({ index }) => index);

describe('a contract that takes nothing from our key', () => {
  it.each(['paused', 'sender_not_allowed'] as const)(
    'is no failure of the payer (%s): the payment stays due for days, is tried each minute, and is sent once that ends',
    async (refusal) => {
      const before = world.sepolia.sent.length;
      const id = await begun();
      world.sepolia.refused = refusal;
      for (let days = 0; days < 5; days++) {
        expect(await run()).toBe(1);
        later(DAY_MS);
      }
      expect((await world.view(id)).body).toMatchObject({
        status: 'active',
        failureCount: 0,
        failureReason: null,
        retryAfter: null,
      });
      const failed = await world.host.ctx.db
        .selectFrom('event')
        .select('payload')
        .where('type', '=', 'payment.failed')
        .execute();
      expect(failed).toEqual([]);
      expect(await run()).toBe(1);
      world.sepolia.refused = undefined;
      later(59_000);
      expect(await run()).toBe(0);
      later(1_000);
      await run();
      expect(sentSince(before)).toEqual([1]);
    },
  );

  it.each(['paused', 'sender_not_allowed'] as const)(
    'is none either where it began after the transaction was sent (%s)',
    async (refusal) => {
      const before = world.sepolia.sent.length;
      const id = await begun();
      await run();
      world.sepolia.refused = refusal;
      await revertLast(id);
      for (let minutes = 0; minutes < 3; minutes++) {
        await run();
        later(60_000);
      }
      const { body } = await world.view(id);
      expect(body).toMatchObject({ status: 'active', failureCount: 0, failureReason: null });
      expect(await failuresOf(id)).toEqual([]);
      world.sepolia.refused = undefined;
      await run();
      expect(sentSince(before)).toEqual([1, 1]);
    },
  );

  it('is not blamed where it takes the same call again: that failure counts', async () => {
    const id = await begun();
    await run();
    await revertLast(id);
    await run();
    expect((await world.view(id)).body).toMatchObject({ status: 'active', failureCount: 1 });
    expect(await failuresOf(id)).toHaveLength(1);
  });
});

/** Ends what was sent last as a transaction that was reverted, and looks at its payout. */
async function revertLast(id: string) {
  const { db } = world.host.ctx;
  const ended = { outcome: 'failed', next_check_at: null } as const;
  await db.updateTable('relayed_transaction').set(ended).where('outcome', 'is', null).execute();
  const due = { next_check_at: world.now };
  await db.updateTable('recurring_payout').set(due).where('id', '=', id).execute();
}

async function failuresOf(id: string) {
  const rows = await world.host.ctx.db
    .selectFrom('event')
    .select('payload')
    .where('type', '=', 'payment.failed')
    .execute();
  return rows.filter(({ payload }) => String(payload).includes(id));
}
