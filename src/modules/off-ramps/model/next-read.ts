import type { OffRampStatus } from './status.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** While somebody may just be paying. */
const SOON_MS = 15 * SECOND_MS;
const SOON_FOR_MS = HOUR_MS;
/** Banks take hours. */
const WORKING_MS = 2 * MINUTE_MS;
/** Nobody has paid for an hour. */
const IDLE_MS = 10 * MINUTE_MS;
/** Banks send money back within weeks of taking it. */
const RETURNS_MS = 6 * HOUR_MS;
const RETURNS_FOR_MS = 60 * DAY_MS;
/** Money that comes after the end is followed for so long. */
const LATE_FOR_MS = 60 * DAY_MS;
const FAILURE_MS = 30 * SECOND_MS;
const FAILURE_MS_MAX = 10 * MINUTE_MS;

/** When the provider is asked about a payout again; null once nothing more can come. */
export function nextReadAt(
  { status, createdAt }: { readonly status: OffRampStatus; readonly createdAt: Date },
  now: Date,
): Date | null {
  const ageMs = now.getTime() - createdAt.getTime();
  const inMs = (ms: number) => new Date(now.getTime() + ms);
  switch (status) {
    case 'refunded':
    case 'failed':
    case 'voided':
    case 'drafted':
      return null;
    case 'opened':
      if (ageMs > LATE_FOR_MS) return null;
      return inMs(ageMs < SOON_FOR_MS ? SOON_MS : IDLE_MS);
    case 'confirmed':
      return ageMs > RETURNS_FOR_MS ? null : inMs(RETURNS_MS);
    default:
      return inMs(ageMs < SOON_FOR_MS ? SOON_MS : WORKING_MS);
  }
}

/** The same after a provider gave no answer that counts, for the so many-th time. */
export function readAfterFailure(failures: number, now: Date): Date {
  const waitMs = Math.min(FAILURE_MS * 2 ** Math.min(failures, 10), FAILURE_MS_MAX);
  return new Date(now.getTime() + waitMs);
}
