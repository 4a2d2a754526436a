import { unixSeconds } from '#kit/clock.ts';

/** How long others wait for a proposal at most, whatever its payer says. */
const HELD_MS_MAX = 24 * 60 * 60 * 1_000;

/** A Safe keeps others waiting so often for one link; what it proposes then is followed, and nobody waits. */
export const PROVEN_OF_SAFE_MAX = 3;

/**
 * Until when the owners of a Safe may execute a proposal that is made now, in Unix seconds: no longer than others wait for it, and
 * no longer than what it pays can be paid.
 */
export function safeDeadlineSeconds(
  { expiresAt }: { readonly expiresAt: Date },
  now: Date,
): number {
  return unixSeconds(new Date(Math.min(expiresAt.getTime(), now.getTime() + HELD_MS_MAX)));
}

/** Until when others wait for a proposal that was proven now: its deadline where it has one, and no longer than a day. */
export function heldUntil(deadline: Date | null, now: Date): Date {
  const most = now.getTime() + HELD_MS_MAX;
  return new Date(deadline === null ? most : Math.min(deadline.getTime(), most));
}
