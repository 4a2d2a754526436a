import type { RecurringPayout } from './recurring-payout.ts';

/** What one transaction does: it is done once. */
export function purposeOf({ id }: Pick<RecurringPayout, 'id'>, index: number): string {
  return `recurring payout ${id} instalment ${index}`;
}

/**
 * What transactions are about, of which one is open at a time: those that take the same token from the same payer, so that a
 * balance for one is not taken for two.
 */
export function subjectOf({
  network,
  currencyId,
  payerAddress,
}: Pick<RecurringPayout, 'network' | 'currencyId' | 'payerAddress'>): string {
  return `recurring payouts of ${payerAddress} in ${currencyId} on ${network}`;
}

/** After a first and a second failure an instalment is tried again so much later; a third one pauses its payout. */
const RETRY_AFTER_MS = [60 * 60 * 1_000, 6 * 60 * 60 * 1_000] as const;

/** So many failures pause a recurring payout. */
export const FAILURES_MAX = RETRY_AFTER_MS.length + 1;

/** When an instalment that has failed so often is tried again; null where it is not. */
export function retryAt(failures: number, now: Date): Date | null {
  const afterMs = RETRY_AFTER_MS[failures - 1];
  return afterMs === undefined ? null : new Date(now.getTime() + afterMs);
}

/** What was sent is looked at again after a part of the time since then, between these bounds. */
const FOLLOW_MIN_MS = 2_000;
const FOLLOW_MAX_MS = 60_000;

/** When an instalment that was sent is looked at next; a payment that counts is reported at once. */
export function followAt(sentAt: Date | null, now: Date): Date {
  const ageMs = sentAt === null ? 0 : now.getTime() - sentAt.getTime();
  const waitMs = Math.min(FOLLOW_MAX_MS, Math.max(FOLLOW_MIN_MS, ageMs / 4));
  return new Date(now.getTime() + waitMs);
}
