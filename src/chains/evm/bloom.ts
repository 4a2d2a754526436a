import { hexToBytes } from 'viem';
import type { Hex } from '#kit/hex.ts';
import { keccak256 } from '#kit/keccak.ts';

/** A header's bloom: 2,048 bits. */
const BITS = 2_048;
const DIGITS = BITS / 4;
const BITS_PER_ITEM = 3;

/** Which bits of a bloom an address or a topic sets. */
export type BloomBits = readonly number[];

/** The bits that these addresses and topics set together. */
export function bloomBits(items: readonly Hex[]): BloomBits {
  return items.flatMap((item) => {
    const hash = hexToBytes(keccak256(hexToBytes(item)));
    return Array.from({ length: BITS_PER_ITEM }, (_, i) => {
      const [high = 0, low = 0] = hash.subarray(2 * i);
      return (high * 256 + low) % BITS;
    });
  });
}

/**
 * Whether a bloom does not rule out what set these bits. It proves absence only: other logs set bits too,
 * and one that is no bloom at all rules nothing out.
 */
export function mayHold(bloom: unknown, bits: BloomBits): boolean {
  return !isBloom(bloom) || bits.every((bit) => isSet(bloom, bit));
}

/** The share of a bloom's bits that are set, in percent; 100 for what is no bloom, as it excludes nothing. */
export function fillPercentOf(bloom: unknown): number {
  if (!isBloom(bloom)) return 100;
  let set = 0;
  for (let bit = 0; bit < BITS; bit += 1) if (isSet(bloom, bit)) set += 1;
  return (set * 100) / BITS;
}

function isBloom(bloom: unknown): bloom is string {
  return typeof bloom === 'string' && bloom.length === '0x'.length + DIGITS;
}

/** The last digit has the lowest bits. */
function isSet(bloom: string, bit: number): boolean {
  const digit = Number.parseInt(bloom.charAt(bloom.length - 1 - Math.floor(bit / 4)), 16);
  return (digit & (1 << (bit % 4))) !== 0;
}
