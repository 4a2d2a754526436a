import type { PaymentIntentStatus } from './status.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The first pause; blocks of most networks take about as long. */
const FIRST_PAUSE_MS = 2 * SECOND_MS;
/** By how much a pause grows while nothing happens. */
const GROWTH = 1.3;

/** The longest pause in each status; those that are not here have ended. */
const PAUSE_MS_MAX: Readonly<Partial<Record<PaymentIntentStatus, number>>> = {
  recorded: 10 * MINUTE_MS,
  // Others wait until it is executed.
  proposed: 15 * SECOND_MS,
  proposal_expired: 10 * MINUTE_MS,
  source_seen: 30 * SECOND_MS,
  source_confirmed: 30 * SECOND_MS,
  filled: 30 * SECOND_MS,
  settled: 5 * MINUTE_MS,
  // Bridges refund in rounds of hours.
  unfilled: 10 * MINUTE_MS,
};

/** Waiting for longer than this is waiting for people, who need hours too. */
const PATIENCE_MS = 2 * DAY_MS;

/** No bridge refunds after longer than this, and each search reads all blocks since the deposit. */
const FOLLOWED_MS_MAX = 60 * DAY_MS;

/** As many of a link are read at full pace; more share it, so that nobody makes much work by one link. */
const READ_AT_ONCE = 20;

/** How an intent is left after a check. */
export interface LeftIntent {
  readonly status: PaymentIntentStatus;
  readonly statusSince: Date;
  /** How often it was checked in this status. */
  readonly checks: number;
  /** Whether its payment is final. */
  readonly isFinal: boolean;
  /** How many of its link are read. */
  readonly openOfLink: number;
}

/** When an intent is read again; null once nothing can change. */
export function nextCheckAt(
  { status, statusSince, checks, isFinal, openOfLink }: LeftIntent,
  now: Date,
): Date | null {
  const most = PAUSE_MS_MAX[status];
  if (most === undefined || (status === 'settled' && isFinal)) return null;
  const ageMs = now.getTime() - statusSince.getTime();
  if (ageMs > FOLLOWED_MS_MAX) return null;
  const isLong = ageMs > PATIENCE_MS;
  const pauseMs = Math.min(
    isLong ? HOUR_MS : most,
    FIRST_PAUSE_MS * GROWTH ** Math.min(checks, 100),
  );
  const share = Math.max(1, Math.ceil(openOfLink / READ_AT_ONCE));
  return new Date(now.getTime() + Math.round(pauseMs * share));
}
