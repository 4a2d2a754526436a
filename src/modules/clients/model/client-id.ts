import type { RandomSource } from '#kit/secret.ts';
import { randomText } from './random-text.ts';

/** A client ID is public; randomness only keeps two from being the same. */
const CLIENT_ID_CHARACTERS = 24;

const CLIENT_ID = /^cli_[0-9A-Za-z]{1,64}$/;

/** A new client ID: `cli_` and 24 letters and digits. */
export function makeClientId(random: RandomSource): string {
  return `cli_${randomText(random, CLIENT_ID_CHARACTERS)}`;
}

/** Whether a text has the form of a client ID. False needs no look-up. */
export function isClientId(text: string): boolean {
  return CLIENT_ID.test(text);
}
