import { hash } from 'node:crypto';
import type { RandomSource } from '#kit/secret.ts';
import { ALPHABET, randomText } from './random-text.ts';

/** About 190 bits of randomness: nobody guesses a key, so a fast hash of it is enough. */
const RANDOM_CHARACTERS = 32;

/** Detects a mistyped key without a query, and lets secret scanners recognise keys. */
const CHECKSUM_CHARACTERS = 6;

const KEY = new RegExp(`^florin_(sandbox|live)_[0-9A-Za-z]{${RANDOM_CHARACTERS}}[0-9A-Za-z]{6}$`);

/** How much of a key is kept for people to recognise it by: its kind and its first characters. */
const SHOWN_CHARACTERS = 4;

/** A new key: `florin_sandbox_` or `florin_live_`, 32 random characters, and their checksum. */
export function makeApiKey(mode: 'sandbox' | 'production', random: RandomSource): string {
  const body = `florin_${mode === 'sandbox' ? 'sandbox' : 'live'}_${randomText(random, RANDOM_CHARACTERS)}`;
  return body + checksumOf(body);
}

/** Whether a text can be one of our keys. False needs no look-up: the text was mistyped or made up. */
export function isApiKey(text: string): boolean {
  if (!KEY.test(text)) return false;
  return checksumOf(text.slice(0, -CHECKSUM_CHARACTERS)) === text.slice(-CHECKSUM_CHARACTERS);
}

/** The start of a key, by which people distinguish it from their others; it gives no access. */
export function shownPrefix(key: string): string {
  return key.slice(0, key.lastIndexOf('_') + 1 + SHOWN_CHARACTERS);
}

/** Six characters out of the SHA-256 of what comes before them. */
function checksumOf(body: string): string {
  const digest = hash('sha256', body, 'buffer');
  return Array.from({ length: CHECKSUM_CHARACTERS }, (_, i) =>
    ALPHABET.charAt(digest.readUInt16BE(i * 2) % ALPHABET.length),
  ).join('');
}
