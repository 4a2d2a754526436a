import { createBase58check } from '@scure/base';
import { sha256 } from 'viem';
import { type Hex, hexOf } from '#kit/hex.ts';

/** Every Tron address is this byte and the twenty that an EVM address has, too. */
const PREFIX = 0x41;

const FORM = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

const base58check = createBase58check((data) => sha256(data, 'bytes'));

/** The twenty bytes of a Tron address, or undefined for a text that is none: its checksum must be right. */
export function tronAddressBytes(text: string): Hex | undefined {
  const bytes = FORM.test(text) ? decode(text) : undefined;
  return bytes?.length === 21 && bytes[0] === PREFIX ? hexOf(bytes.subarray(1)) : undefined;
}

function decode(text: string): Uint8Array | undefined {
  try {
    return base58check.decode(text);
  } catch {
    // The decoder tells a wrong checksum by throwing.
    return undefined;
  }
}
