import type { Context } from '#context.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import { followInstalment } from './follow-instalment.ts';
import { ContractClosed } from './model/contract-closed.ts';
import { type Next, type NextStep, nextStep } from './model/next-step.ts';
import type { Instalment, RecurringPayout } from './model/recurring-payout.ts';
import { moveInstalment } from './move-instalment.ts';
import { movePayout } from './move-payout.ts';
import { findInstalmentsOf } from './store/instalments.ts';
import { clearFailures } from './store/moves.ts';
import { deferPayout, findPayoutById, takeDuePayouts } from './store/payouts.ts';
import { takeInstalment } from './take-instalment.ts';
import { watchPayer, watchRevocation } from './watch-payer.ts';

/** Longer than the reads and the sending of one instalment take; a process that was killed keeps them no longer. */
const LEASE_MS = 60_000;

/** After an answer that nothing can be done now, which is no failure of the payer: no node answers, or the budget of the day is used up. */
const OUTAGE_MS = 15_000;

/** While the contract takes nothing from our key, until its admin changes that: each try asks a node. */
const CLOSED_MS = 60_000;

/** Why what was never signed is cancelled, for people to read. */
const NEVER_SIGNED = 'The payer has not signed before the second payment was due';

/** One payout is not moved more often in a run: each step leads to another one, and none leads back. */
const STEPS_MAX = 8;

const WAITS = 'a recurring payout waits';

/**
 * Does what is due of recurring payouts: what the ledger says is marked, instalments are made, sent and followed, payers watched. What a
 * process has not ended another one does again, and nothing twice. Returns how many were due.
 */
export async function runRecurringPayouts(ctx: Context, limit: number): Promise<number> {
  const leasedUntil = new Date(ctx.now().getTime() + LEASE_MS);
  const due = await takeDuePayouts(ctx, { leasedUntil, limit });
  const failures: unknown[] = [];
  for (const payout of due) {
    try {
      await deferPayout(ctx, payout, await runPayout(ctx, payout));
    } catch (error) {
      // One payout keeps the others waiting for nothing.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return due.length;
}

async function runPayout(ctx: Context, taken: RecurringPayout): Promise<Date | null> {
  let payout = taken;
  for (let steps = 0; steps < STEPS_MAX; steps++) {
    const instalments = await findInstalmentsOf(ctx, payout);
    const next = await doStep(ctx, payout, nextStep(payout, instalments, ctx.now()));
    if (next !== 'now') return next;
    const found = await findPayoutById(ctx, payout.id);
    if (found === undefined) return null;
    payout = found;
  }
  return ctx.now();
}

async function doStep(ctx: Context, payout: RecurringPayout, step: NextStep): Promise<Next> {
  try {
    switch (step.do) {
      case 'mark_paid':
        return await markPaid(ctx, payout, step.instalment);
      case 'mark_undone':
        return await markUndone(ctx, payout, step.instalment);
      case 'complete':
        await transact(ctx, (ctx) => movePayout(ctx, payout, { event: 'last_ended' }));
        return null;
      case 'end_unsigned':
        await transact(ctx, (ctx) =>
          movePayout(ctx, payout, { event: 'was_never_signed', reason: NEVER_SIGNED }),
        );
        return null;
      case 'follow':
        return await followInstalment(ctx, payout, step.instalment);
      case 'take':
        return await takeInstalment(ctx, payout, step.index);
      case 'watch':
        await watchPayer(ctx, payout);
        return step.until;
      case 'watch_revocation':
        return await watchRevocation(ctx, payout);
      case 'wait':
        return step.until;
    }
  } catch (error) {
    const waitMs = waitAfter(error);
    if (waitMs === undefined) throw error;
    const about = { recurringPayoutId: payout.id };
    // An instalment waits for the one before it as a matter of course; a node that does not answer is trouble.
    if (error instanceof Refusal) ctx.log.info({ ...about, code: error.code }, WAITS);
    else ctx.log.warn({ ...about, err: error }, WAITS);
    return new Date(ctx.now().getTime() + waitMs);
  }
}

/** How long what is no failure of the payer is waited for; undefined for defects. */
function waitAfter(error: unknown): number | undefined {
  if (error instanceof ContractClosed) return CLOSED_MS;
  if (error instanceof Outage) return OUTAGE_MS;
  if (!(error instanceof Refusal)) return undefined;
  return error.retryAfterSeconds === undefined ? OUTAGE_MS : error.retryAfterSeconds * 1_000;
}

async function markPaid(ctx: Context, payout: RecurringPayout, instalment: Instalment) {
  await transact(ctx, async (ctx) => {
    const { id: recurringPayoutId } = payout;
    await moveInstalment(ctx, { recurringPayoutId, instalment, event: 'was_paid' });
    await clearFailures(ctx, payout.id);
  });
  return 'now' as const;
}

/** A reorg took its payment back; what was sent is sent again by who sent it. */
async function markUndone(ctx: Context, payout: RecurringPayout, instalment: Instalment) {
  await transact(ctx, async (ctx) => {
    const { id: recurringPayoutId } = payout;
    await moveInstalment(ctx, { recurringPayoutId, instalment, event: 'payment_undone' });
    await movePayout(ctx, payout, { event: 'payment_undone' });
  });
  return 'now' as const;
}
