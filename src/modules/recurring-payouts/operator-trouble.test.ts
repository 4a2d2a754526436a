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
});
