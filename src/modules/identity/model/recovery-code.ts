import type { RandomSource } from '#kit/secret.ts';

/** As many as fit on a card; more are made when they run out. */
const RECOVERY_CODES = 10;

/** 80 bits, which nobody guesses, so that a fast hash of a code is enough. */
const CODE_BYTES = 10;

/** Without I, L, O and U, which are mistaken for others (Crockford). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const BITS_OF_LETTER = 5n;
const GROUP = /.{4}/g;

/** New codes, each of sixteen letters in groups of four. */
export function makeRecoveryCodes(random: RandomSource): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = lettersOf(random(CODE_BYTES));
    return (letters.match(GROUP) ?? []).join('-');
  });
}

function lettersOf(bytes: Buffer): string {
  let rest = [...bytes].reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0n);
  let letters = '';
  for (let left = (CODE_BYTES * 8) / Number(BITS_OF_LETTER); left > 0; left -= 1) {
    letters = `${LETTERS[Number(rest & 31n)]}${letters}`;
    rest >>= BITS_OF_LETTER;
  }
  return letters;
}

/** A code as it is compared, however it was typed: without groups, and with the letters that were meant. */
export function normalRecoveryCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}
