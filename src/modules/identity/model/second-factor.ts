/** The kinds of second factors that a person can add, and the codes for whoever lost them. */
export const SECOND_FACTOR_METHODS = ['totp', 'passkey', 'recovery_code'] as const;

/** A way to prove the second factor of a sign-in. */
export type SecondFactorMethod = (typeof SECOND_FACTOR_METHODS)[number];

/** What a person adds: an app that shows codes, or a passkey. */
export type SecondFactorKind = Exclude<SecondFactorMethod, 'recovery_code'>;

/** Two: an old and a new phone. Each one more makes a guessed code as much more likely to be right. */
export const AUTHENTICATOR_APPS_MAX = 2;

/** An estimate: more devices than a person carries; a browser is sent all of them. */
export const PASSKEYS_MAX = 10;

/** As long as a label. */
export const FACTOR_NAME_CHARS_MAX = 100;

/** How long a sign-in waits for its second factor: enough to fetch a device from another room. */
const PENDING_LIFE_MS = 10 * 60 * 1000;

/** As long as browsers wait for a passkey, and some more for a slow connection. */
const PASSKEY_CHALLENGE_LIFE_MS = 5 * 60 * 1000;

/** How recent a sign-in is that may change second factors: a page that is left open cannot. */
const FRESH_SIGN_IN_MS = 10 * 60 * 1000;

/** The moment from which a sign-in that waits for its second factor is worth nothing. */
export function endOfPendingSignIn(now: Date): Date {
  return new Date(now.getTime() + PENDING_LIFE_MS);
}

/** The moment from which what a passkey shall sign is worth nothing. */
export function endOfPasskeyChallenge(now: Date): Date {
  return new Date(now.getTime() + PASSKEY_CHALLENGE_LIFE_MS);
}

/** Until when a sign-in of this moment may change second factors. */
export function endOfFreshness(signedInAt: Date): Date {
  return new Date(signedInAt.getTime() + FRESH_SIGN_IN_MS);
}
