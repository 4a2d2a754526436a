import type { AmountStep, FinalityRule } from '#catalog/networks.ts';

/** How far a chain was looked at. */
export interface ChainView {
  /** The newest block that was looked at, and is known to build on all those before. */
  readonly blockNumber: bigint;
  /** The newest block that the node calls final, where it does so. */
  readonly finalizedNumber: bigint | undefined;
  /** Whether the node's final block is of late; see `isTagFresh`. */
  readonly isTagFresh: boolean;
}

/**
 * Whether a final block is young enough for its tag to be believed alone. One whose time is unknown
 * is not: what an earlier release wrote down had none, and a reorg takes it away.
 */
export function isTagFresh(
  finalizedAt: Date | undefined,
  { now, tagAgeMaxMs }: { readonly now: Date; readonly tagAgeMaxMs: number },
): boolean {
  return finalizedAt !== undefined && now.getTime() - finalizedAt.getTime() <= tagAgeMaxMs;
}

/**
 * The newest block that satisfies a rule; below zero while there is none.
 *
 * Depth is counted from the newest block that was looked at and not from the node's head: what lies
 * between them is not yet known to build on the payment. A tag that lags delays and never hastens;
 * the depth beside it replaces it only where no tag is served at all. Of one that is too old a block
 * must satisfy both, so that mistrust delays as well.
 */
export function countsUpTo(rule: FinalityRule, view: ChainView): bigint {
  const { blockNumber, finalizedNumber } = view;
  if (rule.by === 'depth') return deepEnough(blockNumber, rule.blocks);
  const byDepth = deepEnough(blockNumber, rule.fallbackBlocks);
  if (finalizedNumber === undefined) return byDepth;
  const byTag = least(finalizedNumber, blockNumber);
  return view.isTagFresh ? byTag : least(byTag, byDepth);
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
 * rules of all steps below it too, so that a larger one never counts earlier, whatever the steps say.
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
