import { Outage } from '#kit/failure.ts';
import type { BlockPoint, FollowFrom, ObservedTransfer } from '../chain.ts';
import { eventName, type Looked, type LookParts, lookAhead } from './look.ts';
import type { Position } from './position.ts';

/** Every so many blocks the newest ones are looked at again; some nodes index logs late. */
const LOOK_BACK_EVERY = 32n;
/** How many are; each block has two more chances to tell of what it holds. */
const LOOK_BACK_BLOCKS = 64n;
/** A look that failed is tried again after so many blocks; it is never worth holding news up for. */
const BLOCKS_BEFORE_RETRY = 4n;

/** What a follower remembers of what it told, to notice what it should have told. */
export interface Told {
  /** The first block that was looked at. */
  since: bigint | undefined;
  /** The newest block when the last ones were looked at again. */
  checkedTo: bigint;
  /** The block numbers of events, by the events' names. */
  readonly events: Map<string, bigint>;
}

/** What is looked for, and what is known of it. */
interface LookingBack {
  readonly isOurs: FollowFrom['isOurs'];
  readonly at: Position;
  readonly told: Told;
}

/** Remembers nothing yet. */
export function nothingTold(): Told {
  return { since: undefined, checkedTo: -1n, events: new Map() };
}

/** Remembers what blocks held that were looked at. */
export function remember(told: Told, { from, to, transfers }: Looked): void {
  if (told.since === undefined || from < told.since) told.since = from;
  if (told.checkedTo < 0n) told.checkedTo = to.number;
  for (const { block, logIndex } of transfers) {
    told.events.set(eventName(block.hash, logIndex), block.number);
  }
}

/**
 * The payments in the newest blocks that were not told when those were looked at first: a node that
 * has a block before it has its logs answers that nothing happened there. Nothing until it is due;
 * of blocks that an earlier follower looked at nothing is known, and they are left alone.
 */
export async function lookBack(
  parts: LookParts,
  looking: LookingBack,
): Promise<readonly ObservedTransfer[]> {
  const { at, told } = looking;
  const newest = at.known.at(-1);
  if (newest === undefined || told.since === undefined) return [];
  // After a reorg there are blocks below those that were checked.
  if (newest.number < told.checkedTo) told.checkedTo = newest.number;
  if (newest.number < told.checkedTo + LOOK_BACK_EVERY) return [];
  // Another node comes first, where there is one: what a node keeps back, it keeps back again.
  for (const node of [parts.node.another(), parts.node]) {
    try {
      const missed = await missedUpTo({ ...parts, node }, newest, looking);
      told.checkedTo = newest.number;
      return missed;
    } catch (error) {
      if (!(error instanceof Outage)) throw error;
    }
  }
  told.checkedTo += BLOCKS_BEFORE_RETRY;
  return [];
}

async function missedUpTo(
  parts: LookParts,
  newest: BlockPoint,
  { at, told, isOurs }: LookingBack,
): Promise<readonly ObservedTransfer[]> {
  const blocks = at.size.blocks < LOOK_BACK_BLOCKS ? at.size.blocks : LOOK_BACK_BLOCKS;
  const first = newest.number + 1n - blocks;
  const since = told.since ?? first;
  const from = first < since ? since : first;
  const behind = at.known.findLast(({ number }) => number === from - 1n);
  const stretches = [{ from, to: newest.number, beside: [] }];
  const missed: ObservedTransfer[] = [];
  const looking = { stretches, behind, head: newest, isOurs, told: told.events };
  for await (const looked of lookAhead(parts, looking)) {
    missed.push(...looked.transfers);
    remember(told, looked);
  }
  for (const [name, number] of told.events) if (number < from) told.events.delete(name);
  return missed;
}
