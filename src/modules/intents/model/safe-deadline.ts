const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Until when the owners of a Safe may execute a proposal that is made now, in Unix seconds: no longer than one keeps other payers waiting,
 * and no longer than what it pays can be paid.
 */
export function safeDeadlineSeconds(
  { expiresAt }: { readonly expiresAt: Date },
  now: Date,
): number {
  return Math.floor(Math.min(expiresAt.getTime(), now.getTime() + DAY_MS) / 1_000);
}
