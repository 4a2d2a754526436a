/** How many blocks are compared at once: some 65 requests to a node that has the usual limits. */
const SLICE_BLOCKS_MAX = 16_000n;
/** New final blocks are compared once there are so many, or once they waited so long. */
const NEW_BLOCKS_MIN = 64n;
const NEW_BLOCKS_WAIT_MS = 10 * 60_000;
/** A difference is checked again after this time, before it raises an alarm. */
export const CONFIRM_AFTER_MS = 60_000;
/** A confirmed difference is read again after this time, so that its alarm ends once it is repaired. */
export const RECHECK_AFTER_MS = 10 * 60_000;

/** What is compared at once: blocks, both ends included, or the page of requests behind an id. */
export type Slice =
  | { readonly by: 'blocks'; readonly from: bigint; readonly to: bigint }
  | { readonly by: 'requests'; readonly after: string };

/** How far a network was compared. */
export interface ReconciliationPosition {
  readonly firstBlock: bigint;
  /** The first block that was never compared. */
  readonly nextBlock: bigint;
  /** The next block to compare once more. */
  readonly againBlock: bigint;
  /** When blocks that were never compared were last compared. */
  readonly advancedAt: Date | undefined;
}

/** What a slice is compared for: `new` blocks and those of a round `again` move the position on. */
export interface ChosenSlice {
  readonly slice: Slice;
  readonly purpose: 'recheck' | 'new' | 'again';
}

/**
 * Which slice to compare next: one with a stored difference that is due, else blocks that became final, else
 * the next ones of a round over all that were compared. Undefined while no block is final.
 */
export function chooseSlice(
  position: ReconciliationPosition,
  progress: {
    /** A slice with a difference that is to be checked again. */
    readonly recheck: Slice | undefined;
    /** The newest final block. */
    readonly finalBlock: bigint;
    readonly now: Date;
  },
): ChosenSlice | undefined {
  const { recheck, finalBlock, now } = progress;
  const { firstBlock, nextBlock, againBlock, advancedAt } = position;
  if (recheck !== undefined) return { slice: recheck, purpose: 'recheck' };
  const waitedMs = now.getTime() - (advancedAt?.getTime() ?? 0);
  const newBlocks = finalBlock - nextBlock + 1n;
  if (newBlocks > 0n && (newBlocks >= NEW_BLOCKS_MIN || waitedMs >= NEW_BLOCKS_WAIT_MS)) {
    return { slice: blocksFrom(nextBlock, finalBlock), purpose: 'new' };
  }
  const compared = smaller(nextBlock - 1n, finalBlock);
  const from = againBlock > compared ? firstBlock : againBlock;
  if (from > compared) return undefined;
  return { slice: blocksFrom(from, compared), purpose: 'again' };
}

function blocksFrom(from: bigint, end: bigint): Slice {
  return { by: 'blocks', from, to: smaller(from + SLICE_BLOCKS_MAX - 1n, end) };
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
