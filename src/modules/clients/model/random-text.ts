import type { RandomSource } from '#kit/secret.ts';

/** Digits and letters: what survives a double click, a URL and a spreadsheet. */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The largest multiple of 62 in a byte: what is above it would make some characters likelier. */
const FAIR_BYTES = 248;

/** Random letters and digits, each equally likely. */
export function randomText(random: RandomSource, characters: number): string {
  let text = '';
  while (text.length < characters) {
    const fair = [...random(characters)].filter((byte) => byte < FAIR_BYTES);
    text += fair.map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  }
  return text.slice(0, characters);
}
