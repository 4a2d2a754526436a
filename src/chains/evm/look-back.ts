import type { FollowFrom, ObservedTransfer } from '../chain.ts';
import { eventName, type Looked, type LookParts, lookAhead } from './look.ts';
import type { Position } from './position.ts';

/** Every so many blocks the newest ones are looked at again; some nodes index logs late. */
const LOOK_BACK_EVERY = 32n;
/** How many are; each block has two more chances to tell of what it holds. */
const LOOK_BACK_BLOCKS = 64n;

/** What a follower remembers of what it told, to notice what it should have told. */
export interface Told {
  /** The first block that was looked at. */
  since: bigint | undefined;
  /** The newest block when the last ones were looked at again. */
  checkedTo: bigint;
  /** The block numbers of events, by the events' names. */
  readonly events: Map<string, bigint>;
}

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
  { at, told, isOurs }: LookingBack,
): Promise<readonly ObservedTransfer[]> {
  const newest = at.known.at(-1);
  if (newest === undefined || told.since === undefined) return [];
  // After a reorg there are blocks below those that were checked.
  if (newest.number < told.checkedTo) told.checkedTo = newest.number;
  if (newest.number < told.checkedTo + LOOK_BACK_EVERY) return [];
  const first =
    newest.number + 1n - (at.size.blocks < LOOK_BACK_BLOCKS ? at.size.blocks : LOOK_BACK_BLOCKS);
  const from = first < told.since ? told.since : first;
  const behind = at.known.findLast(({ number }) => number === from - 1n);
  const stretches = [{ from, to: newest.number, beside: [] }];
  const looking = { stretches, behind, head: newest, isOurs, told: told.events };
  const missed: ObservedTransfer[] = [];
  for await (const looked of lookAhead(parts, looking)) {
    missed.push(...looked.transfers);
    remember(told, looked);
  }
  told.checkedTo = newest.number;
  for (const [name, number] of told.events) if (number < from) told.events.delete(name);
  return missed;
}
