import { type Instalment, openIndex, type RecurringPayout } from './recurring-payout.ts';
import { dueAt } from './schedule.ts';

/** Balance and allowance are read so long before an instalment is due, at most half a period. */
const WATCH_BEFORE_MS = 24 * 60 * 60 * 1_000;

/** When a recurring payout is looked at after a step: at once, or then; null is never by itself. */
export type Next = 'now' | Date | null;

/** What is to be done about a recurring payout now. */
export type NextStep =
  /** What was paid for the request of an instalment covers it, or does so no longer. */
  | { readonly do: 'mark_paid' | 'mark_undone'; readonly instalment: Instalment }
  | { readonly do: 'complete' }
  /** Nobody has signed it, and nobody can any more. */
  | { readonly do: 'end_unsigned' }
  /** An instalment was sent and its payment does not count yet. */
  | { readonly do: 'follow'; readonly instalment: Instalment }
  | { readonly do: 'take'; readonly index: number }
  /** Balance and allowance are read for an instalment that is due soon. */
  | { readonly do: 'watch'; readonly until: Date }
  /** The allowance is read until it is too low for what was cancelled. */
  | { readonly do: 'watch_revocation' }
  | { readonly do: 'wait'; readonly until: Date | null };

/**
 * What is to be done next. What the ledger says comes first; then one instalment at a time is taken and
 * waited for, in their order, so that a payer who has enough for one is not asked for two.
 */
export function nextStep(
  payout: RecurringPayout,
  instalments: readonly Instalment[],
  now: Date,
): NextStep {
  const changed = instalments.find(({ status, isPaid }) => (status === 'paid') !== isPaid);
  if (changed !== undefined) {
    return { do: changed.isPaid ? 'mark_paid' : 'mark_undone', instalment: changed };
  }
  const sent = instalments.find(({ status }) => status === 'sent');
  if (sent !== undefined) return { do: 'follow', instalment: sent };
  if (payout.status === 'cancelled') return stepOfCancelled(payout, now);
  if (payout.status === 'pending') return stepOfPending(payout, now);
  const index = openIndex(payout, instalments);
  const isOpen = payout.status === 'active' || payout.status === 'paused';
  if (index === undefined && isOpen) return { do: 'complete' };
  if (index === undefined || payout.status !== 'active') return { do: 'wait', until: null };
  const due = dueAt(payout, index);
  if (now < due) return stepBefore(payout, due, now);
  const { retryAt } = payout;
  return retryAt !== null && now < retryAt ? { do: 'wait', until: retryAt } : { do: 'take', index };
}

function stepBefore({ periodSeconds }: RecurringPayout, due: Date, now: Date): NextStep {
  const beforeMs = Math.min(WATCH_BEFORE_MS, (periodSeconds * 1_000) / 2);
  const watchAt = new Date(due.getTime() - beforeMs);
  return now < watchAt ? { do: 'wait', until: watchAt } : { do: 'watch', until: due };
}

/** Once the second instalment is due, no signature is taken any more. */
function stepOfPending(payout: RecurringPayout, now: Date): NextStep {
  const until = dueAt(payout, 2);
  return now < until ? { do: 'wait', until } : { do: 'end_unsigned' };
}

/** A permit that was not signed, or has expired, or is without an allowance takes nothing. */
function stepOfCancelled(
  { signature, revokedAt, expiresAt }: RecurringPayout,
  now: Date,
): NextStep {
  const isOver = signature === null || revokedAt !== null || expiresAt <= now;
  return isOver ? { do: 'wait', until: null } : { do: 'watch_revocation' };
}
