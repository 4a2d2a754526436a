import type { DeliveryEvent } from './status.ts';

/** The waits before the second, third and fourth attempt, as the specification has them. */
export const RETRY_DELAYS_MS: readonly number[] = [1_000, 5_000, 15_000];

/** What an attempt's end means for its delivery, and how long to wait if another follows. */
export interface Verdict {
  readonly event: DeliveryEvent;
  /** Undefined when no other attempt follows. */
  readonly waitMs: number | undefined;
}

/**
 * Judges an attempt by its status, or undefined where none came. Only 2xx is success; there is one
 * attempt more than there are delays.
 */
export function judgeAttempt(
  attempt: { readonly retryCount: number; readonly status: number | undefined },
  delaysMs: readonly number[],
): Verdict {
  const { retryCount, status } = attempt;
  if (status !== undefined && status >= 200 && status < 300) {
    return { event: 'accepted', waitMs: undefined };
  }
  const waitMs = delaysMs[retryCount];
  return { event: waitMs === undefined ? 'exhausted' : 'refused', waitMs };
}
