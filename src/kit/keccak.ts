import { createKeccak } from 'hash-wasm';
import type { Hex } from './hex.ts';

// Lanes of 64 bits are slow in plain JavaScript; as WebAssembly a hash takes a tenth of the time,
// and creating a link takes half a dozen of them. One hasher serves all: each call is synchronous.
const hasher = await createKeccak(256);

/** The Keccak-256 of bytes, or of a text in UTF-8, as Ethereum has it: padded as before FIPS 202. */
export function keccak256(message: Uint8Array | string): Hex {
  return `0x${hasher.init().update(message).digest('hex')}`;
}
