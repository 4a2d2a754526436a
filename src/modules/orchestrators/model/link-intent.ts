import type { RandomSource } from '#kit/secret.ts';

/** 128 bits of randomness, as the tokens of the public API have. */
const TOKEN_BYTES = 16;

const TOKEN = /^lit_[0-9a-f]{32}$/;

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long an invitation can be accepted: two days, as the public documentation says. */
export const INTENT_LIFETIME_MS = 2 * DAY_MS;

/** A new token: `lit_` and 32 hex digits. */
export function makeIntentToken(random: RandomSource): string {
  return `lit_${random(TOKEN_BYTES).toString('hex')}`;
}

/** Whether a text has the form of an intent's token. False needs no look-up. */
export function isIntentToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Why an intent cannot be accepted, or `open` when it can. From its last moment on it is expired. */
export function intentState(
  intent: { readonly usedAt: Date | null; readonly expiresAt: Date },
  now: Date,
): 'open' | 'used' | 'expired' {
  if (intent.usedAt !== null) return 'used';
  return now < intent.expiresAt ? 'open' : 'expired';
}
