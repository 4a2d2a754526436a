import type { FinalityRule } from '#catalog/networks.ts';
import type { BlockPoint, FollowFrom } from '../chain.ts';
import type { Tags } from './agreed-tags.ts';
import type { BlockRange, Head } from './block-source.ts';
import { splitRange, WINDOWS_PER_ROUND } from './ranges.ts';
import { FIRST_SIZE, type WindowSize } from './window-size.ts';

/** Points remembered to find the ancestor of a reorg: three times the deepest finality of a listed network. */
const POINTS_MAX = 1_024;
/**
 * How far behind the end of a window blocks are remembered as well. Few, because they are read
 * in one request with its logs, and some public nodes accept no more than ten calls at once.
 */
const ANCHOR_DEPTHS: readonly bigint[] = [512n, 64n, 8n, 1n];
/**
 * How many blocks that may still be replaced are read at once, each with its header: as many calls
 * as fit into one request, with space for the others.
 */
const LINKED_BLOCKS_MAX = 40n;

/** A block that a node gave a word for; its time is unknown where it was reported before a restart. */
interface KnownTag {
  readonly number: bigint;
  readonly at: Date | undefined;
}

/** Where a follower stands. */
export interface Position {
  /** Reported points, oldest first. */
  known: readonly BlockPoint[];
  /** The next block to scan; undefined means the head. */
  next: bigint | undefined;
  /** What the node last called final. */
  finalized: KnownTag | undefined;
  /** The node's last safe block, where it is read. */
  safe: KnownTag | undefined;
  size: WindowSize;
}

/** The position to continue from. */
export function positionAt(from: FollowFrom): Position {
  const { known, startBlock, finalizedNumber, safeNumber } = from;
  return {
    known,
    next: nextAfter(known) ?? startBlock,
    finalized: knownTag(finalizedNumber),
    safe: from.shouldReadSafe === true ? knownTag(safeNumber) : undefined,
    size: FIRST_SIZE,
  };
}

function knownTag(number: bigint | undefined): KnownTag | undefined {
  return number === undefined ? undefined : { number, at: undefined };
}

/** Remembers blocks that were scanned. */
export function moveOn(at: Position, points: readonly BlockPoint[]): void {
  at.known = [...at.known, ...points].slice(-POINTS_MAX);
  at.next = nextAfter(at.known);
}

/**
 * Records the final and safe blocks of nodes. They never move back: a node that reports an older one is
 * late, or on a fork, and payments may have been reported as final. A single answer without a tag
 * changes nothing, so that depth does not replace it.
 */
export function updateTags(at: Position, { finalized, safe }: Tags): void {
  at.finalized = newer(at.finalized, finalized);
  at.safe = newer(at.safe, safe);
}

function newer(known: KnownTag | undefined, read: KnownTag | undefined): KnownTag | undefined {
  return read === undefined || read.number < (known?.number ?? 0n) ? known : read;
}

/** Drops the blocks above an ancestor; without one it is another chain, to be read from its start. */
export function moveBack(at: Position, ancestor: BlockPoint | undefined): void {
  const number = ancestor?.number ?? -1n;
  at.known = at.known.filter((point) => point.number <= number);
  if ((at.finalized?.number ?? -1n) > number) at.finalized = knownTag(ancestor?.number);
  if ((at.safe?.number ?? -1n) > number) at.safe = knownTag(ancestor?.number);
  at.next = nextAfter(at.known) ?? 0n;
}

/**
 * The newest remembered block that must not be replaced: the node's final block, and where it
 * reports none, the block at the depth of the network's finality; undefined while there is none yet.
 */
export function finalKnown(at: Position, finality: FinalityRule): bigint | undefined {
  const newest = at.known.at(-1)?.number;
  if (newest === undefined) return undefined;
  // As deep as that is final, its own block counted, as it is for payments.
  return at.finalized?.number ?? newest - depthOf(finality) + 1n;
}

/**
 * The ranges to scan next, none when the head was scanned. Far behind the head they are large,
 * with few blocks remembered in each. Blocks that may still be replaced are all remembered, and read
 * with their headers, so that each is canonical as long as the newest is.
 */
export function nextRanges(
  at: Position,
  head: Head,
  finality: FinalityRule,
): readonly BlockRange[] {
  const newest = head.point.number;
  const from = at.next ?? newest;
  const replaceable = firstReplaceable(at, head, finality);
  const { blocks } = at.size;
  const linked = smaller(blocks, LINKED_BLOCKS_MAX);
  const old = splitRange(from, smaller(replaceable - 1n, newest), blocks);
  const behind = old.at(-1)?.to ?? from - 1n;
  const isNearHead = old.length < WINDOWS_PER_ROUND;
  return [
    ...old.map((range) => ({ ...range, beside: anchorsBelow(range.to, range.from) })),
    ...(isNearHead ? splitRange(behind + 1n, newest, linked) : []).map((range) => ({
      ...range,
      beside: numbersBetween(range.from, range.to),
    })),
  ].map((range, index) => {
    if (index > 0 || at.known.length > 0) return range;
    const before = anchorsBelow(range.to, 0n).filter((number) => number < range.from);
    return { ...range, beside: [...before, ...range.beside] };
  });
}

function anchorsBelow(end: bigint, from: bigint): bigint[] {
  return ANCHOR_DEPTHS.map((depth) => end - depth).filter((number) => number >= from);
}

/** The oldest block that may still be replaced, by the final block or by depth. */
function firstReplaceable(at: Position, head: Head, finality: FinalityRule): bigint {
  const byTag = (head.finalized ?? at.finalized)?.number ?? -1n;
  const byDepth = head.point.number - depthOf(finality);
  return (byTag > byDepth ? byTag : byDepth) + 1n;
}

function depthOf(finality: FinalityRule): bigint {
  return BigInt(finality.by === 'depth' ? finality.blocks : finality.fallbackBlocks);
}

/** The numbers from one on, up to another and without it. */
function numbersBetween(from: bigint, end: bigint): bigint[] {
  return Array.from({ length: Number(end - from) }, (_, i) => from + BigInt(i));
}

function nextAfter(known: readonly BlockPoint[]): bigint | undefined {
  const newest = known.at(-1);
  return newest === undefined ? undefined : newest.number + 1n;
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
