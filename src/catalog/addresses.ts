import { createBase58check } from '@scure/base';
import { checksumAddress, hexToBytes, isAddress, sha256 } from 'viem';
import type { ChainFamily } from './networks.ts';

/** An address of some chain, read. */
export interface Address {
  /** The form in which its chain shows it. */
  readonly text: string;
  /** Twenty bytes, without a prefix that the text form adds. */
  readonly bytes: Uint8Array;
}

/** What was wrong with a text that should be an address, in words for its writer. */
export interface AddressProblem {
  readonly problem: string;
}

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** A Tron address as people write it. */
const TRON_BASE58 = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** The same as nodes write it. */
const TRON_HEX = /^(0x)?41[0-9a-fA-F]{40}$/;

/** Every Tron address is this byte and twenty more. */
const TRON_PREFIX = 0x41;

const ADDRESS_BYTES = 20;

const base58check = createBase58check((data) => sha256(data, 'bytes'));

/** How each family of chains writes addresses. */
const READERS: Readonly<Record<ChainFamily, (text: string) => Address | AddressProblem>> = {
  evm: readEvmAddress,
  tron: readTronAddress,
};

/** Reads an address as chains of a family write it. Its own checksum must be right, where it has one. */
export function readAddress(family: ChainFamily, text: string): Address | AddressProblem {
  return READERS[family](text);
}

/** Reads an address in the form of any chain family; returns undefined if none accepts it. */
export function readAnyAddress(text: string): Address | undefined {
  for (const read of Object.values(READERS)) {
    const address = read(text);
    if (!('problem' in address)) return address;
  }
  return undefined;
}

/**
 * All-lower and all-upper digits carry no checksum and are accepted; mixed ones are EIP-55, and a
 * wrong one means that some character is mistyped.
 */
function readEvmAddress(text: string): Address | AddressProblem {
  if (!EVM_ADDRESS.test(text)) {
    const found = TRON_BASE58.test(text) ? ': this is an address of Tron' : '';
    return { problem: `must be 0x and 40 hexadecimal digits${found}` };
  }
  const digits = text.slice(2);
  const lower = `0x${digits.toLowerCase()}` as const;
  const shown = checksumAddress(lower);
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (mixed && text !== shown) {
    return { problem: `has a wrong checksum; the right spelling is ${shown}` };
  }
  return refuseZero({ text: shown, bytes: hexToBytes(lower) });
}

function readTronAddress(text: string): Address | AddressProblem {
  if (isAddress(text, { strict: false })) {
    return { problem: 'must be in the Base58 form that starts with T: this is an EVM address' };
  }
  if (TRON_HEX.test(text)) {
    const shown = base58check.encode(hexToBytes(`0x${text.replace(/^0x/, '')}`));
    return { problem: `must be in the Base58 form that starts with T, which is ${shown}` };
  }
  if (!TRON_BASE58.test(text)) {
    return { problem: 'must be a Base58 address that starts with T and has 34 characters' };
  }
  const bytes = decodeBase58(text);
  if (bytes === undefined || bytes[0] !== TRON_PREFIX || bytes.length !== ADDRESS_BYTES + 1) {
    return { problem: 'has a wrong checksum: a character of it is mistyped' };
  }
  return refuseZero({ text, bytes: bytes.slice(1) });
}

function decodeBase58(text: string): Uint8Array | undefined {
  try {
    return base58check.decode(text);
  } catch {
    // The decoder reports a wrong checksum by throwing; the caller explains it in a message.
    return undefined;
  }
}

/** Nobody has a key for the zero address: what is sent there is lost. */
function refuseZero(address: Address): Address | AddressProblem {
  if (address.bytes.every((byte) => byte === 0)) return { problem: 'must not be the zero address' };
  return address;
}
