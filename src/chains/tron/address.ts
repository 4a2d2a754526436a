import { readAddress } from '#catalog/addresses.ts';
import { invariant } from '#kit/failure.ts';
import { type Hex, hexOf, isHex } from '#kit/hex.ts';

/** Before the twenty bytes of every address, where Tron writes it as hex. */
const PREFIX = '41';
const ADDRESS_CHARACTERS = 42;

/** Whether a text is an address in Base58 with its checksum right. */
export function isTronAddress(text: string): boolean {
  return !('problem' in readAddress('tron', text));
}

/**
 * The twenty bytes of an address in Base58. Where no fee is paid, its receiver is the address that the public
 * API writes for all networks, `0x` and forty digits.
 */
export function bytesOfAddress(text: string): Hex {
  if (isHex(text) && text.length === ADDRESS_CHARACTERS) return `0x${text.slice(2).toLowerCase()}`;
  const read = readAddress('tron', text);
  invariant(!('problem' in read), `${text} is not a Tron address`);
  return hexOf(read.bytes);
}

/** The hex form of an address, as nodes and wallets read it in transactions. */
export function hexAddress(text: string): string {
  return PREFIX + bytesOfAddress(text).slice(2);
}
