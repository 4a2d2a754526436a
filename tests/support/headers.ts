import { headerHash } from '#chains/evm/header.ts';
import type { Hex } from '#kit/hex.ts';

/** A block with the hash that its own header has, like one that an attacker would invent. */
export function withOwnHash<Block extends object>(block: Block): Block & { readonly hash: Hex } {
  const hash = headerHash(block);
  if (hash === undefined) throw new Error('a header has all of its fields');
  return { ...block, hash };
}
