import { expect, it } from 'vitest';
import { hexOf } from '#kit/hex.ts';
import { recurringWorld } from '../../../tests/support/recurring-world.ts';
import { runRecurringPayouts } from './run-recurring-payouts.ts';

const world = recurringWorld();

/** Does what is due a minute later. */
async function runLater(): Promise<void> {
  world.now = new Date(world.now.getTime() + 60_000);
  await runRecurringPayouts(world.host.ctx, 50);
}

/** One whose first payment our own transaction took, in this block, and which nobody has credited. */
async function taken(block: bigint): Promise<string> {
  const { ctx } = world.host;
  const { sepolia } = world;
  await ctx.db.updateTable('recurring_payout').set({ next_check_at: null }).execute();
  const id = await world.created();
  await world.activate(id);
  sepolia.payer = { ...sepolia.payer, allowanceUnits: 10n ** 30n };
  await runLater();
  const { digest } = await ctx.db
    .selectFrom('recurring_payout')
    .select('digest')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  sepolia.taken.set(hexOf(digest), new Set([1]));
  const { transaction_hash } = await ctx.db
    .updateTable('relayed_transaction')
    .set({ outcome: 'succeeded', next_check_at: null })
    .where('outcome', 'is', null)
    .returning('transaction_hash')
    .executeTakeFirstOrThrow();
  sepolia.outcomes.set(hexOf(transaction_hash), 'success');
  sepolia.outcomeBlock = block;
  sepolia.searchedFrom.length = 0;
  return id;
}

it('searches no logs while its own transaction, which took it, is not as deep as payments count', async () => {
  const id = await taken(10n ** 9n);
  for (let minutes = 0; minutes < 5; minutes++) await runLater();
  expect(world.sepolia.searchedFrom).toEqual([]);
  expect((await world.view(id)).body).toMatchObject({ status: 'active', failureCount: 0 });
});

it('searches from the block of its own transaction once that is deep, as the token may have moved nothing', async () => {
  await taken(1n);
  await runLater();
  expect(world.sepolia.searchedFrom).toEqual([1n]);
});

it('searches from the signature on where a reorg has removed its own transaction', async () => {
  await taken(10n ** 9n);
  world.sepolia.outcomes.clear();
  await runLater();
  expect(world.sepolia.searchedFrom).toEqual([0n]);
});
