import { createBase58check } from '@scure/base';
import { sha256 } from 'viem';
import { type Hex, isHex } from '#kit/hex.ts';

/** Every Tron address is this byte and the twenty that the EVM knows. */
const PREFIX = '41';
const HEX_ADDRESS = /^41[0-9a-f]{40}$/;

const base58check = createBase58check((data) => sha256(data, 'bytes'));

/** A Tron address as the node's JSON has it by default: hex with the prefix 41, in lower case. */
export type TronHex = string;

/** The form that people are shown, beginning with T. */
export function toBase58(address: TronHex): string {
  return base58check.encode(Buffer.from(address, 'hex'));
}

/** An address in hex or in Base58, as 41 and forty digits; undefined where it is neither. */
export function parseTronAddress(text: string): TronHex | undefined {
  if (HEX_ADDRESS.test(text.toLowerCase())) return text.toLowerCase();
  try {
    const hex = Buffer.from(base58check.decode(text)).toString('hex');
    return HEX_ADDRESS.test(hex) ? hex : undefined;
  } catch {
    // The decoder throws at a wrong character or checksum; the caller says so in the node's words.
    return undefined;
  }
}

/** The address as the EVM knows it. */
export function toEvmAddress(address: TronHex): Hex {
  return `0x${address.slice(2)}`;
}

/** An address of the EVM, or the last twenty bytes of a word, as Tron writes it. */
export function fromEvmAddress(address: string): TronHex {
  return PREFIX + address.slice(-40).toLowerCase();
}

/** Hex without a prefix as the EVM's clients write it. */
export function withPrefix(hex: string): Hex {
  const text = `0x${hex}`;
  return isHex(text) ? text : '0x';
}
