import type { RandomSource } from '#kit/secret.ts';

/** 256 bits of randomness: nobody guesses one, so a fast hash of it is enough. */
const TOKEN_BYTES = 32;

const TOKEN = /^inv_[A-Za-z0-9_-]{43}$/;

/** How long an invitation can be accepted: a colleague who is away for some days still can. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** A new token: `inv_` and 43 characters of base64url. */
export function makeInvitationToken(random: RandomSource): string {
  return `inv_${random(TOKEN_BYTES).toString('base64url')}`;
}

/** Whether a text has the form of an invitation's token. False needs no look-up. */
export function isInvitationToken(text: string): boolean {
  return TOKEN.test(text);
}
