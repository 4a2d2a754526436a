import { Outage } from '#kit/failure.ts';
import { type BlockPoint, type ChainUpdate, DeepReorg, type FollowFrom } from '../chain.ts';
import type { BlockSource } from './block-source.ts';
import { finalKnown, moveBack, type Position } from './position.ts';

/** Points compared at once on the way back; most reorgs are one or two blocks deep. */
const POINTS_COMPARED = 32;

/** Blocks that are final seem to be replaced; it is read again before that is trusted. */
export class SeemsDeep extends Outage {}

/**
 * Finds the newest reported block that is still canonical and continues after it; undefined
 * if nothing was replaced.
 *
 * A block that the node does not have is no reorg: the node, or one behind it, may lag. Only
 * another block of the same number is one. Throws `SeemsDeep` where that would replace what
 * is final, or all remembered blocks, unless the chain may do so.
 */
export async function rollBack(
  source: BlockSource,
  at: Position,
  of: { readonly head: BlockPoint; readonly mayStartOver: FollowFrom['mayStartOver'] },
): Promise<ChainUpdate | undefined> {
  const { head, mayStartOver } = of;
  const reached = at.known.filter((point) => point.number <= head.number);
  const { ancestor, isOther } = await compare(source, reached);
  if (!isOther && (reached.length > 0 || mayStartOver !== true)) return undefined;
  const final = finalKnown(at, source.network.finalized) ?? -1n;
  const replaced = at.known.find((point) => point.number > (ancestor?.number ?? -1n));
  if (mayStartOver !== true && (ancestor === undefined || (replaced?.number ?? 0n) <= final)) {
    throw new SeemsDeep(
      `${source.network.name} replaced block ${replaced?.number}, ` +
        (ancestor === undefined ? 'the oldest that is remembered' : `but ${final} was final`),
    );
  }
  moveBack(at, ancestor);
  return { type: 'reorg', ancestor };
}

/** The error that ends the following when the next poll shows the same. */
export function asDeepReorg(seems: SeemsDeep): DeepReorg {
  return new DeepReorg(seems.message);
}

/** The newest of the reported blocks that stands, and whether any has another in its place. */
async function compare(source: BlockSource, reported: readonly BlockPoint[]) {
  let left = reported;
  let isOther = false;
  while (left.length > 0) {
    const compared = left.slice(-POINTS_COMPARED);
    const hashes = await source.readPoints(compared);
    const found = compared.filter((point) => hashes.has(point.number));
    isOther ||= found.some((point) => hashes.get(point.number) !== point.hash);
    const ancestor = found.findLast((point) => hashes.get(point.number) === point.hash);
    if (ancestor !== undefined) return { ancestor, isOther };
    left = left.slice(0, -POINTS_COMPARED);
  }
  return { ancestor: undefined, isOther };
}
