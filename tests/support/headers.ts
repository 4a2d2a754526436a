import { headerHash } from '#chains/evm/header.ts';
import type { Hex } from '#kit/hex.ts';

/** A block with the hash that its own header has, as whoever makes a header up would report it. */
export function withOwnHash<Block extends object>(block: Block): Block & { readonly hash: Hex } {
  const hash = headerHash(block);
  if (hash === undefined) throw new Error('a header has all of its fields');
  return { ...block, hash };
}
