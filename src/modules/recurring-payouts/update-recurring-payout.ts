import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { countPaid } from './model/recurring-payout.ts';
import { wireStopped } from './model/wire.ts';
import { openPayoutToChange } from './open-payout.ts';
import { stopPayout } from './stop-payout.ts';
import { findInstalmentsOf } from './store/instalments.ts';
import { findPayoutById } from './store/payouts.ts';
import { unpausePayout } from './unpause-payout.ts';
import { nextDateOf } from './view-recurring-payout.ts';

/** What is to become of a recurring payout. */
interface Update {
  readonly id: string;
  readonly action: 'cancel' | 'unpause';
}

/**
 * Stops the caller's own recurring payout, or lets a paused one go on. Refuses as `stopPayout` and `unpausePayout` do, (403) public
 * client IDs and (404) all others.
 */
export async function updateRecurringPayout(ctx: Context, { id, action }: Update) {
  const payout = await openPayoutToChange(ctx, id);
  if (action === 'cancel') return wireStopped(await stopPayout(ctx, payout));
  await unpausePayout(ctx, payout);
  const now = await findPayoutById(ctx, payout.id);
  invariant(now !== undefined, 'recurring payouts are never removed');
  const instalments = await findInstalmentsOf(ctx, payout);
  return {
    id: payout.id,
    status: 'active' as const,
    metadata: {
      processedPayments: countPaid(instalments),
      totalPayments: now.totalPayments,
      nextPaymentDate: nextDateOf(now, instalments),
    },
  };
}
