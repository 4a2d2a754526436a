import { needsAllowanceReset } from '#catalog/currencies.ts';
import type { Call } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { invariant, Outage } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import { findCommitted } from './find-committed.ts';
import { countPaid, countRemaining, type RecurringPayout } from './model/recurring-payout.ts';
import { alreadyCompleted } from './model/refusals.ts';
import { approvalsTo, remainingUnits } from './model/totals.ts';
import type { StoppedPayout } from './model/wire.ts';
import { movePayout } from './move-payout.ts';
import { chainOf, type PayoutChain } from './open-payout.ts';
import { findInstalmentsOf } from './store/instalments.ts';
import { findPayoutById, lockPayout } from './store/payouts.ts';

/**
 * Stops a recurring payout: nothing of it is sent any more. The contract itself knows no such stop, so the answer has the
 * transactions by which the payer lowers the allowance to what the others need. Stopping again answers the same.
 *
 * Refuses (400) what is completed.
 */
export async function stopPayout(ctx: Context, payout: RecurringPayout): Promise<StoppedPayout> {
  await transact(ctx, async (ctx) => {
    // Whoever just signs a transaction for it has the lock: it is sent before this answers, or never.
    const locked = await lockPayout(ctx, payout.id);
    if (locked.status === 'completed') throw alreadyCompleted();
    if (locked.status !== 'cancelled') await movePayout(ctx, locked, { event: 'was_cancelled' });
  });
  const now = await findPayoutById(ctx, payout.id);
  invariant(now !== undefined, 'recurring payouts are never removed');
  const instalments = await findInstalmentsOf(ctx, now);
  const remainingPayments = countRemaining(now, instalments);
  return {
    id: now.id,
    processedPayments: countPaid(instalments),
    totalPayments: now.totalPayments,
    remainingPayments,
    remainingUnits: remainingUnits([{ ...now, remainingPayments }]),
    transactions: await loweringCalls(ctx, now),
  };
}

/** The transactions that leave the contract what the payer's other recurring payouts need; none where it has no more. */
export async function loweringCalls(
  ctx: Context,
  payout: RecurringPayout,
): Promise<readonly Call[]> {
  if (payout.signature === null || payout.expiresAt <= ctx.now()) return [];
  const { id: exceptId, spenderAddress } = payout;
  const connected = chainOf(ctx, payout);
  const { currency, schedules } = connected;
  const [{ units }, allowanceUnits] = await Promise.all([
    findCommitted(ctx, { ...payout, spenderAddress, exceptId }),
    readAllowance(connected, payout),
  ]);
  if (allowanceUnits !== undefined && allowanceUnits <= units) return [];
  const resetsAllowance = needsAllowanceReset(currency);
  return approvalsTo(units, { allowanceUnits, resetsAllowance }).map((units) =>
    schedules.approvalCall(spenderAddress, currency, units),
  );
}

/** Undefined where no node answers: what was stopped stays so, and the transactions are answered in any case. */
async function readAllowance({ schedules }: PayoutChain, { permit }: RecurringPayout) {
  try {
    const { schedules: states } = await schedules.readState([permit]);
    return states[0]?.allowanceUnits;
  } catch (error) {
    if (error instanceof Outage) return undefined;
    throw error;
  }
}
