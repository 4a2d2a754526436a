import type { Hex } from '#kit/hex.ts';
import { evmAddress } from '../address.ts';

/** Twelve bytes of zero before an address. */
const ADDRESS_WORD = /^0x0{24}([0-9a-fA-F]{40})$/;

/** The address in a word of 32 bytes; undefined where there is none, or the zero address. */
export function addressOf(word: Hex): Hex | undefined {
  const digits = ADDRESS_WORD.exec(word)?.[1];
  if (digits === undefined || /^0+$/.test(digits)) return undefined;
  return evmAddress(`0x${digits.toLowerCase()}`);
}

/** An address in a word of 32 bytes, as topics and arguments have it. */
export function wordOf(address: string): Hex {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
}

/** A number in a word of 32 bytes. */
export function numberWord(number: bigint | number): Hex {
  return wordOf(`0x${number.toString(16)}`);
}
