import type { TronBlock } from './block.ts';

/** More than are read again at a time while nodes answer; a block of the public network takes some 100 kB here. */
const BLOCKS_MAX = 128;

/** What headers have proven about the newest blocks, so that their transactions are fetched once. */
export interface ProvenBlocks {
  /** The block of a number as it was read last. */
  get(number: bigint): TronBlock | undefined;
  /** Remembers a block instead of an earlier one of its number; nothing of one whose header proves no transactions. */
  add(block: TronBlock): void;
  /** Forgets all, so that they are read as a whole. */
  clear(): void;
}

/** A memory of its own for one follower. */
export function openProvenBlocks(): ProvenBlocks {
  const blocks = new Map<bigint, TronBlock>();
  return {
    get: (number) => blocks.get(number),
    add: (block) => {
      blocks.delete(block.number);
      if (!block.isProven) return;
      blocks.set(block.number, block);
      for (const oldest of blocks.keys()) {
        if (blocks.size <= BLOCKS_MAX) break;
        blocks.delete(oldest);
      }
    },
    clear: () => blocks.clear(),
  };
}
