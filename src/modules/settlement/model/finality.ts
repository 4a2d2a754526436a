import type { FinalityRule } from '#catalog/networks.ts';

/** How far a chain was looked at. */
export interface ChainView {
  /** The newest block that was looked at, and is known to build on all those before. */
  readonly blockNumber: bigint;
  /** The newest block that the node calls final, where it does so. */
  readonly finalizedNumber: bigint | undefined;
}

/**
 * The newest block that satisfies a rule; below zero while there is none.
 *
 * Depth is counted from the newest block that was looked at and not from the node's head: what lies
 * between them is not yet known to build on the payment. A tag that lags delays and never hastens;
 * the depth beside it is used only where no tag is served at all.
 */
export function countsUpTo(rule: FinalityRule, view: ChainView): bigint {
  if (rule.by === 'depth') return deepEnough(view.blockNumber, rule.blocks);
  const { blockNumber, finalizedNumber } = view;
  if (finalizedNumber === undefined) return deepEnough(blockNumber, rule.fallbackBlocks);
  if (finalizedNumber > blockNumber) return blockNumber;
  return finalizedNumber;
}

function deepEnough(blockNumber: bigint, blocks: number): bigint {
  return blockNumber - BigInt(blocks) + 1n;
}
