import type { RandomSource } from '#kit/secret.ts';

/** 256 bits of randomness: nobody guesses one, so a fast hash of it is enough. */
const TOKEN_BYTES = 32;

/** Base64url without padding: what survives a cookie and a header unquoted. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A new session token. It is returned to its holder, and only its hash is stored. */
export function makeSessionToken(random: RandomSource): string {
  return random(TOKEN_BYTES).toString('base64url');
}

/** Whether a text has the form of a session token. False needs no look-up. */
export function isSessionToken(text: string): boolean {
  return TOKEN.test(text);
}
