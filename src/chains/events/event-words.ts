import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { evmAddress } from '../evm/address.ts';

/** How many bytes a word of calldata or of an event's data has. */
export const WORD_BYTES = 32;
/** How many hexadecimal digits a word is written with. */
export const WORD_DIGITS = 2 * WORD_BYTES;
/** How many hexadecimal digits an address is written with. */
export const ADDRESS_DIGITS = 40;
const PREFIX = '0x'.length;

/** The data of an event as words of 32 bytes. */
export interface EventWords {
  address(at: number): Hex;
  units(at: number): bigint;
}

/**
 * The words of an event's data. A general decoder hashes the event's signature at every call, which
 * took most of the time of catching up with a chain.
 *
 * Throws `Outage` where there are fewer: the published contracts write them all, so the node did not.
 */
export function textsOf(data: Hex, count: number): EventWords {
  if (data.length < PREFIX + count * WORD_DIGITS) throw new Outage('a node cut an event short');
  const word = (at: number): Hex =>
    `0x${data.slice(PREFIX + at * WORD_DIGITS, PREFIX + (at + 1) * WORD_DIGITS)}`;
  return { address: (at) => addressIn(word(at)), units: (at) => BigInt(word(at)) };
}

/** The address in a word of 32 bytes, in its EIP-55 form. */
export function addressIn(word: Hex): Hex {
  return evmAddress(`0x${word.slice(-ADDRESS_DIGITS).toLowerCase()}`);
}
