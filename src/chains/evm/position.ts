import type { FinalityRule } from '#catalog/networks.ts';
import type { BlockPoint, FollowFrom } from '../chain.ts';
import type { Tags } from './agreed-tags.ts';
import { splitRange, WINDOWS_PER_ROUND } from './scan.ts';
import type { BlockRange } from './scan-chunks.ts';
import { FIRST_SIZE, type WindowSize } from './window-size.ts';
import type { Head } from './windows.ts';

/** Points remembered to find the ancestor of a reorg: three times the deepest finality we know. */
const POINTS_MAX = 1_024;
/**
 * How far behind the end of a window blocks are remembered beside it. Few, because they are asked for
 * in one request with its logs, and some public nodes take no more than ten questions at once.
 */
const ANCHOR_DEPTHS: readonly bigint[] = [512n, 64n, 8n, 1n];
/**
 * Blocks that may still be replaced are read so many at once, each with its header: as many questions
 * as go into one request, with some room for the others.
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
  /** The next block to look at; undefined means the head. */
  next: bigint | undefined;
  /** What the node last called final. */
  finalized: KnownTag | undefined;
  /** What the node last called safe, where it is asked. */
  safe: KnownTag | undefined;
  size: WindowSize;
}

/** Where one stands who goes on from here. */
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
 * Remembers what nodes call final, and safe. What was called so stays so: a node that says less is
 * late, or on a fork, and payments may have been told to be final. One that serves no tag for once
 * changes nothing, so that depth does not count in its place.
 */
export function updateTags(at: Position, { finalized, safe }: Tags): void {
  at.finalized = newer(at.finalized, finalized);
  at.safe = newer(at.safe, safe);
}

function newer(known: KnownTag | undefined, read: KnownTag | undefined): KnownTag | undefined {
  return read === undefined || read.number < (known?.number ?? 0n) ? known : read;
}

/** Forgets the blocks above an ancestor; without any it is another chain, to be read from its start. */
export function moveBack(at: Position, ancestor: BlockPoint | undefined): void {
  const number = ancestor?.number ?? -1n;
  at.known = at.known.filter((point) => point.number <= number);
  if ((at.finalized?.number ?? -1n) > number) at.finalized = knownTag(ancestor?.number);
  if ((at.safe?.number ?? -1n) > number) at.safe = knownTag(ancestor?.number);
  at.next = nextAfter(at.known) ?? 0n;
}

/**
 * The newest of the known blocks that must not be replaced: what the node called final, and where it
 * says nothing, what lies as deep as the network's finality; undefined when nothing does yet.
 */
export function finalKnown(at: Position, finality: FinalityRule): bigint | undefined {
  const newest = at.known.at(-1)?.number;
  if (newest === undefined) return undefined;
  // As deep as that is final, its own block counted, as it is for payments.
  return at.finalized?.number ?? newest - depthOf(finality) + 1n;
}

/**
 * The ranges to look at next, none when the head was scanned. Far behind the head they are large,
 * with few blocks remembered in each. Blocks that may still be replaced are all remembered, and read
 * with their headers, so that each is known to stand as long as the newest does.
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

/** The oldest block that may still be replaced, as far as finality is known or counted. */
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
