import { needsAllowanceReset } from '#catalog/currencies.ts';
import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { findCommitted } from './find-committed.ts';
import { approvalsLacking } from './model/totals.ts';
import { wireCall } from './model/wire.ts';
import { chainOf, openPayoutToChange } from './open-payout.ts';
import { signPayout } from './sign-payout.ts';

/**
 * Lets the caller's own recurring payout begin, and says what its payer still has to allow for all that is signed by now: approvals that were
 * prepared earlier did not know what was signed since. Refuses as `signPayout` does, (403) public client IDs and (404) all others.
 */
export async function activateRecurringPayout(
  ctx: Context,
  { id, permitSignature }: { readonly id: string; readonly permitSignature: Hex },
) {
  const payout = await openPayoutToChange(ctx, id);
  const { allowanceUnits } = await signPayout(ctx, payout, permitSignature);
  const { schedules, currency } = chainOf(ctx, payout);
  const { spenderAddress } = payout;
  const { units } = await findCommitted(ctx, { ...payout, spenderAddress });
  const resetsAllowance = needsAllowanceReset(currency);
  const approvals = approvalsLacking(units, { allowanceUnits, resetsAllowance });
  return {
    message: 'Recurring payment activated successfully',
    id,
    status: 'active' as const,
    transactions: approvals.map((one) =>
      wireCall(schedules.approvalCall(spenderAddress, currency, one)),
    ),
    metadata: {
      totalNeededAllowance: String(units),
      currentAllowance: String(allowanceUnits),
    },
  };
}
