import { UNITS_MAX } from '#kit/amount.ts';
import { invariant } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';

/** How many bytes a word of calldata has. */
export const WORD_BYTES = 32;

const WORD_DIGITS = 2 * WORD_BYTES;
const REFERENCE = /^0x[0-9a-fA-F]{16}$/;
const REFERENCE_BYTES = 8;
/** Checksums were checked at the door; hashing them again would take most of the time here. */
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** An address as a word of calldata. Anything else than an address is our fault. */
export function addressWord(address: string): string {
  invariant(ADDRESS.test(address), `${address} is not an EVM address`);
  return address.slice(2).toLowerCase().padStart(WORD_DIGITS, '0');
}

/** A number as a word of calldata; it must fit a `uint256`. */
export function unitsWord(units: bigint): string {
  invariant(units >= 0n && units <= UNITS_MAX, `${units} does not fit a uint256`);
  return units.toString(16).padStart(WORD_DIGITS, '0');
}

/** A count or an offset as a word of calldata. */
export function countWord(count: number): string {
  return count.toString(16).padStart(WORD_DIGITS, '0');
}

const REFERENCE_LENGTH = countWord(REFERENCE_BYTES);

/** The eight bytes of a reference with their length in front: two words. */
export function referenceWords(paymentReference: Hex): string {
  invariant(REFERENCE.test(paymentReference), `${paymentReference} is not a reference of 8 bytes`);
  const bytes = paymentReference.slice(2).toLowerCase().padEnd(WORD_DIGITS, '0');
  return `${REFERENCE_LENGTH}${bytes}`;
}

/** A list of addresses with its length in front: a word more than it has addresses. */
export function addressesWords(addresses: readonly string[]): string {
  return countWord(addresses.length) + addresses.map(addressWord).join('');
}
