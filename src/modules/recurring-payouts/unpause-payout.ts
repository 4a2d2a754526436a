import type { Context } from '#context.ts';
import { transact } from '#platform/db/transact.ts';
import type { RecurringPayout } from './model/recurring-payout.ts';
import { notPaused, permitExpired } from './model/refusals.ts';
import { movePayout } from './move-payout.ts';
import { lockPayout } from './store/payouts.ts';

/**
 * Lets a paused recurring payout go on: instalments that became due meanwhile are taken one after another, in their order. Refuses (400) what is
 * not paused, and a permit that has expired.
 */
export async function unpausePayout(ctx: Context, payout: RecurringPayout): Promise<void> {
  await transact(ctx, async (ctx) => {
    const locked = await lockPayout(ctx, payout.id);
    if (locked.status !== 'paused') throw notPaused(locked.status);
    if (locked.expiresAt <= ctx.now()) throw permitExpired();
    await movePayout(ctx, locked, {
      event: 'unpaused',
      changes: { failure_count: 0, failure_reason: null, retry_at: null },
    });
  });
}
