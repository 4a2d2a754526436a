import { Outage } from '#kit/failure.ts';
import type { Log } from '#platform/log.ts';
import type { BlockPoint, FollowFrom, ObservedTransfer } from '../chain.ts';
import { NO_IMITATIONS } from './imitations.ts';
import { eventName, type Looked, type LookParts, lookAhead, WindowRefused } from './look.ts';
import type { Position } from './position.ts';
import { ChainMoved } from './windows.ts';

/** Every so many blocks the newest ones are looked at again; some nodes index logs late. */
const LOOK_BACK_EVERY = 32n;
/** How many are; each block has two more chances to tell of what it holds. */
const LOOK_BACK_BLOCKS = 64n;
/** A look that failed is tried again after so many blocks; it is never worth holding news up for. */
const BLOCKS_BEFORE_RETRY = 4n;

/**
 * After so many blocks a node that refused to tell of all contracts is asked for it again: some never
 * answer it, and some only failed, or were flooded by somebody.
 */
const BLOCKS_BEFORE_ASKING_EVERYBODY = 7_200n;

/** What looking back needs. */
interface LookBackParts extends LookParts {
  readonly log: Log;
}

/** What a follower remembers of what it told, to notice what it should have told. */
export interface Told {
  /** The first block that was looked at. */
  since: bigint | undefined;
  /** The newest block when the last ones were looked at again. */
  checkedTo: bigint;
  /** From which block on it is asked what all contracts told; undefined while no node refused that. */
  everybodyFrom: bigint | undefined;
  /** The block numbers of events, by the events' names. */
  readonly events: Map<string, bigint>;
}

/** What was not told before. */
type FoundAgain = Pick<Looked, 'transfers' | 'imitations'>;

/** What is looked for, and what is known of it. */
interface LookingBack {
  readonly isOurs: FollowFrom['isOurs'];
  readonly at: Position;
  readonly told: Told;
}

/** Remembers nothing yet. */
export function nothingTold(): Told {
  return { since: undefined, checkedTo: -1n, everybodyFrom: undefined, events: new Map() };
}

/** Remembers what blocks held that were looked at. */
export function remember(
  told: Told,
  { from, to, transfers, imitations }: Omit<Looked, 'points' | 'logs'>,
): void {
  if (told.since === undefined || from < told.since) told.since = from;
  if (told.checkedTo < 0n) told.checkedTo = to.number;
  for (const { block, logIndex } of [...transfers, ...imitations.transfers]) {
    told.events.set(eventName(block.hash, logIndex), block.number);
  }
}

/**
 * Forgets what was told of blocks above an ancestor. A chain may come back to them, and what it holds
 * there is news again.
 */
export function forgetAbove(told: Told, ancestor: BlockPoint | undefined): void {
  const above = ancestor?.number ?? -1n;
  for (const [name, number] of told.events) if (number > above) told.events.delete(name);
  if (told.checkedTo > above) told.checkedTo = above;
}

/**
 * The payments in the newest blocks that were not told when those were looked at first: a node that
 * has a block before it has its logs answers that nothing happened there. With them, and crediting
 * nothing, what other contracts told in the words of a proxy. Nothing until it is due; of blocks that
 * an earlier follower looked at nothing is known, and they are left alone.
 */
export async function lookBack(
  parts: LookBackParts,
  looking: LookingBack,
): Promise<readonly ObservedTransfer[]> {
  const { at, told } = looking;
  const newest = at.known.at(-1);
  if (newest === undefined || told.since === undefined) return [];
  if (newest.number < told.checkedTo + LOOK_BACK_EVERY) return [];
  // Another node comes first, where there is one: what a node keeps back, it keeps back again.
  for (const node of [parts.node.another(), parts.node]) {
    try {
      const found = await readAgain({ ...parts, node }, newest, looking);
      told.checkedTo = newest.number;
      return tellFound(parts, found);
    } catch (error) {
      if (!(error instanceof Outage)) throw error;
    }
  }
  told.checkedTo += BLOCKS_BEFORE_RETRY;
  return [];
}

/** Says what was found; only a payment that was held back speaks against the node that was asked first. */
function tellFound(
  { node, log }: LookBackParts,
  { transfers, imitations }: FoundAgain,
): ObservedTransfer[] {
  const { id: network } = node.network;
  if (transfers.length > 0) {
    const missed = transfers.length;
    log.warn({ network, missed }, 'a node told of payments only when asked again');
    node.doubt();
  }
  if (imitations.unread > 0) {
    const { unread } = imitations;
    log.warn({ network, unread }, 'contracts that are no proxies told more than is read of them');
  }
  return [...transfers, ...imitations.transfers];
}

/** Asks what all contracts told, or where nodes refuse that, what the proxies did. */
async function readAgain(
  parts: LookBackParts,
  newest: BlockPoint,
  looking: LookingBack,
): Promise<FoundAgain> {
  const { told } = looking;
  const isRefused = told.everybodyFrom !== undefined && newest.number < told.everybodyFrom;
  if (isRefused) return await readNewest(parts, newest, { ...looking, asksEverybody: false });
  try {
    return await readNewest(parts, newest, { ...looking, asksEverybody: true });
  } catch (error) {
    if (!(error instanceof WindowRefused)) throw error;
    const found = await readNewest(parts, newest, { ...looking, asksEverybody: false });
    // Only now it is known that nodes answer, and that it was the question.
    if (told.everybodyFrom === undefined) {
      const { id: network } = parts.node.network;
      parts.log.info(
        { err: error, network },
        'nodes do not tell of all contracts at once; those that imitate a proxy are not seen',
      );
    }
    told.everybodyFrom = newest.number + BLOCKS_BEFORE_ASKING_EVERYBODY;
    return found;
  }
}

async function readNewest(
  parts: LookParts,
  newest: BlockPoint,
  { at, told, isOurs, asksEverybody }: LookingBack & { readonly asksEverybody: boolean },
): Promise<FoundAgain> {
  const blocks = at.size.blocks < LOOK_BACK_BLOCKS ? at.size.blocks : LOOK_BACK_BLOCKS;
  const first = newest.number + 1n - blocks;
  const since = told.since ?? first;
  const from = first < since ? since : first;
  const behind = at.known.findLast(({ number }) => number === from - 1n);
  const stretches = [{ from, to: newest.number, beside: [] }];
  const looking = { stretches, behind, head: newest, isOurs, told: told.events, asksEverybody };
  const transfers: ObservedTransfer[] = [];
  let imitations = NO_IMITATIONS;
  for await (const looked of lookAhead(parts, looking)) {
    checkPlaces(at, looked);
    transfers.push(...looked.transfers);
    imitations = looked.imitations;
  }
  // Only now, because what fails half way is not told.
  remember(told, { from, to: newest, transfers, imitations });
  for (const [name, number] of told.events) if (number < from) told.events.delete(name);
  return { transfers, imitations };
}

/**
 * Throws `ChainMoved` where something found is of another block than the one that was reported in its
 * place: the last block vouches for those below it, but not for what a node tells of them.
 */
function checkPlaces(at: Position, { transfers, imitations }: Looked): void {
  for (const { block } of [...transfers, ...imitations.transfers]) {
    const reported = at.known.find(({ number }) => number === block.number);
    if (reported === undefined || reported.hash === block.hash) continue;
    throw new ChainMoved(`block ${block.number} is another one than was looked at`);
  }
}
