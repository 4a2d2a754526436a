import { hexToBytes, keccak256, toHex } from 'viem';
import type { Hex } from '#kit/hex.ts';
import type { PlainLog } from './evm-blocks.ts';

/** A filter has so many bytes, as the yellow paper has it. */
const BLOOM_BYTES = 256;

/** The filter of what addresses and topics logs hold. */
export function bloomOf(logs: readonly PlainLog[]): Hex {
  const bloom = new Uint8Array(BLOOM_BYTES);
  const items = new Set(logs.flatMap(({ address, topics }) => [address, ...topics]));
  for (const item of items) addTo(bloom, item);
  return toHex(bloom);
}

/** Sets three bits for an item: the low eleven of the first three pairs of bytes of its hash. */
function addTo(bloom: Uint8Array, item: Hex): void {
  const hash = hexToBytes(keccak256(item));
  for (const at of [0, 2, 4]) {
    const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 0x7ff;
    const byte = BLOOM_BYTES - 1 - (bit >> 3);
    bloom[byte] = (bloom[byte] ?? 0) | (1 << (bit & 7));
  }
}
