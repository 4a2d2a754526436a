import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { findCommitted } from './find-committed.ts';
import type { RecurringPayout } from './model/recurring-payout.ts';
import { instalmentUnits } from './model/totals.ts';
import { chainOf } from './open-payout.ts';
import { setRevoked, setShortage } from './store/moves.ts';
import { shortageOf } from './take-instalment.ts';

/** The allowance of what was cancelled is read again after a part of the time since then, between these bounds. */
const REVOKED_MIN_MS = 5_000;
const REVOKED_MAX_MS = 60 * 60 * 1_000;

/** Reads balance and allowance before an instalment is due, and writes down what the payer lacks. Throws `Outage`. */
export async function watchPayer(ctx: Context, payout: RecurringPayout): Promise<void> {
  const connected = chainOf(ctx, payout);
  const { schedules: states } = await connected.schedules.readState([payout.permit]);
  const [state] = states;
  invariant(state !== undefined, 'a state is read for each permit');
  const lacking = shortageOf(payout, state, connected);
  await setShortage(ctx, payout.id, lacking?.shortage ?? null);
  if (lacking === undefined) return;
  ctx.log.warn(
    { recurringPayoutId: payout.id, ...lacking },
    'a payment is due soon and lacks funds',
  );
}

/**
 * Reads whether the payer has lowered the allowance after a recurring payout was cancelled: to no more than the others need, or to less
 * than one of its payments (money rule 14). Throws `Outage`.
 */
export async function watchRevocation(ctx: Context, payout: RecurringPayout): Promise<Date | null> {
  const { id, spenderAddress, endedAt } = payout;
  const { schedules } = chainOf(ctx, payout);
  const { schedules: states } = await schedules.readState([payout.permit]);
  const { units } = await findCommitted(ctx, { ...payout, spenderAddress, exceptId: id });
  const allowanceUnits = states[0]?.allowanceUnits ?? 0n;
  if (allowanceUnits <= units || allowanceUnits < instalmentUnits(payout)) {
    await setRevoked(ctx, id);
    return null;
  }
  const ageMs = ctx.now().getTime() - (endedAt ?? ctx.now()).getTime();
  const waitMs = Math.min(REVOKED_MAX_MS, Math.max(REVOKED_MIN_MS, ageMs / 4));
  return new Date(ctx.now().getTime() + waitMs);
}
