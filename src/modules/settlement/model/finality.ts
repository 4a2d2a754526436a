import type { AmountStep, FinalityRule } from '#catalog/networks.ts';

/** How far a chain was scanned. */
export interface ChainView {
  /** The newest scanned block, which is linked to all those before. */
  readonly blockNumber: bigint;
  /** The newest block that the node calls final, where it does so. */
  readonly finalizedNumber: bigint | undefined;
  /** Whether the node's final block is of late; see `isTagFresh`. */
  readonly isTagFresh: boolean;
  /** The node's safe block, where it is queried and has one. */
  readonly safeNumber: bigint | undefined;
  /** Whether that one is of late. */
  readonly isSafeFresh: boolean;
}

/**
 * Whether a final or safe block is young enough for its tag to be trusted alone. One whose time is unknown
 * is not: what an earlier release wrote down had none, and a reorg takes it away.
 */
export function isTagFresh(
  taggedAt: Date | undefined,
  { now, tagAgeMaxMs }: { readonly now: Date; readonly tagAgeMaxMs: number },
): boolean {
  return taggedAt !== undefined && now.getTime() - taggedAt.getTime() <= tagAgeMaxMs;
}

/**
 * The newest block that satisfies a rule; below zero while there is none.
 *
 * Depth is counted from the newest scanned block and not from the node's head: the blocks
 * between them are not yet linked to the payment's. A tag that lags delays and never hastens;
 * the depth beside it replaces it only where no tag is served at all. Of one that is too old a block
 * must satisfy both, so that distrust delays as well. What is final is safe too: where nodes call
 * no block safe, their final block counts instead, and a depth only where they have neither.
 */
export function countsUpTo(rule: FinalityRule, view: ChainView): bigint {
  const { blockNumber, finalizedNumber, safeNumber } = view;
  if (rule.by === 'depth') return deepEnough(blockNumber, rule.blocks);
  const byDepth = deepEnough(blockNumber, rule.fallbackBlocks);
  const confirmed = (tag: bigint, fresh: boolean) =>
    least(least(tag, blockNumber), fresh ? blockNumber : byDepth);
  const final =
    finalizedNumber === undefined ? undefined : confirmed(finalizedNumber, view.isTagFresh);
  if (rule.by === 'finalized_tag' || safeNumber === undefined) return final ?? byDepth;
  const safe = confirmed(safeNumber, view.isSafeFresh);
  return final === undefined || safe > final ? safe : final;
}

/** Amounts for which the same blocks count. */
export interface Band {
  readonly fromDollars: bigint;
  /** Undefined has no upper end. */
  readonly belowDollars: bigint | undefined;
  /** The newest block that counts; below zero while there is none. */
  readonly upTo: bigint;
}

/**
 * Which blocks count for which amounts, smallest first and without a gap. An amount must satisfy the
 * rules of all steps below it too, so that a larger one never counts earlier, in any configuration of the steps.
 */
export function bandsOf(
  rule: FinalityRule,
  steps: readonly AmountStep[],
  view: ChainView,
): readonly [Band, ...Band[]] {
  const sorted = steps.toSorted((a, b) => Number(a.fromDollars - b.fromDollars));
  let upTo = countsUpTo(rule, view);
  const first = { fromDollars: 0n, belowDollars: sorted[0]?.fromDollars, upTo };
  const others = sorted.map((step, index) => {
    upTo = least(upTo, countsUpTo(step.rule, view));
    return { fromDollars: step.fromDollars, belowDollars: sorted[index + 1]?.fromDollars, upTo };
  });
  return [first, ...others];
}

function deepEnough(blockNumber: bigint, blocks: number): bigint {
  return blockNumber - BigInt(blocks) + 1n;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
