import type { FinalityRule } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import type { Log } from '#platform/log.ts';
import type { BlockPoint, EventPlace, FollowFrom, ObservedTransfer } from '../chain.ts';
import { eventName, type Looked, type LookParts, lookAhead, WindowRefused } from './look.ts';
import { countWitnesses } from './nodes/witnesses.ts';
import type { Position } from './position.ts';
import { stretchesOf } from './scan.ts';
import {
  afterAnswer,
  afterFailures,
  afterRefusal,
  FIRST_SIZE,
  type WindowSize,
} from './window-size.ts';
import { ChainMoved } from './windows.ts';

/** Every so many blocks the newest ones are looked at again; some nodes index logs late. */
const LOOK_BACK_EVERY = 32n;
/** How many are at least; each block has two more chances to tell of what it holds. */
const LOOK_BACK_BLOCKS = 64n;
/** No more are read again, however long that failed: of older ones it is not remembered what they told. */
const LOOK_BACK_BLOCKS_MAX = 1_024n;
/** After so many failures in a row smaller windows are tried, though nobody complained of their size. */
const FAILURES_BEFORE_SMALLER = 3;
/** Of so many missing payments nodes are asked at one look; there is hardly ever one. */
const MISSING_ASKED_MAX = 50;
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
  /** The block up to which each was read again, or was too old to need it. */
  rereadTo: bigint;
  /** How many blocks are read again at once; apart from how many are caught up with at once. */
  size: WindowSize;
  /** How often reading again failed in a row. */
  failures: number;
  /** From which block on it is asked what all contracts told; undefined while no node refused that. */
  everybodyFrom: bigint | undefined;
  /** Where events are, by their names, and whether they were told as payments. */
  readonly events: Map<string, ToldEvent>;
}

interface ToldEvent extends EventPlace {
  readonly isPayment: boolean;
}

/** What was not told before. */
type FoundAgain = Pick<Looked, 'transfers' | 'imitations' | 'again'>;

/** What reading again showed: payments that were not told, and told ones of which no node knows any more. */
export interface Reread {
  readonly transfers: readonly ObservedTransfer[];
  readonly missing: readonly EventPlace[];
}

const NOTHING_NEW: Reread = { transfers: [], missing: [] };

/** What is looked for, and what is known of it. */
interface LookingBack {
  readonly isOurs: FollowFrom['isOurs'];
  readonly at: Position;
  readonly told: Told;
}

/**
 * What an earlier follower told, where that is known; its newest blocks are then read again at once, because
 * it may have ended before it did so itself.
 */
export function recall({ known, told }: FollowFrom): Told {
  const [oldest, newest] = [known[0], known.at(-1)];
  const nothing = { everybodyFrom: undefined, size: FIRST_SIZE, failures: 0 };
  if (told === undefined || oldest === undefined || newest === undefined) {
    return { ...nothing, since: undefined, checkedTo: -1n, rereadTo: -1n, events: new Map() };
  }
  const events = told.map(
    (place) =>
      [eventName(place.block.hash, place.logIndex), { ...place, isPayment: true }] as const,
  );
  return {
    ...nothing,
    since: oldest.number,
    checkedTo: newest.number - LOOK_BACK_EVERY,
    rereadTo: newest.number,
    events: new Map(events),
  };
}

/** Remembers what blocks held that were looked at; those below `youngFrom` need not be read again. */
export function remember(
  told: Told,
  { from, to, transfers, imitations }: Pick<Looked, 'from' | 'to' | 'transfers' | 'imitations'>,
  youngFrom: bigint,
): void {
  if (told.since === undefined || from < told.since) told.since = from;
  if (told.checkedTo < 0n) told.checkedTo = to.number;
  if (told.rereadTo < 0n) told.rereadTo = from - 1n;
  const isOld = to.number < youngFrom;
  if (isOld && told.rereadTo >= from - 1n && told.rereadTo < to.number) told.rereadTo = to.number;
  const add = (transfer: ObservedTransfer, isPayment: boolean) => {
    const { block, transactionHash, logIndex } = transfer;
    const event = { block, transactionHash, logIndex, isPayment };
    told.events.set(eventName(block.hash, logIndex), event);
  };
  for (const transfer of transfers) add(transfer, true);
  for (const transfer of imitations.transfers) add(transfer, false);
}

/** The oldest block that is read again below a head, for as long as its network's finality is deep. */
export function youngFrom(head: bigint, finality: FinalityRule): bigint {
  const depth = BigInt(finality.by === 'depth' ? finality.blocks : finality.fallbackBlocks);
  return head + 1n - (depth > LOOK_BACK_BLOCKS ? depth : LOOK_BACK_BLOCKS);
}

/**
 * Forgets what was told of blocks above an ancestor. A chain may come back to them, and what it holds
 * there is news again.
 */
export function forgetAbove(told: Told, ancestor: BlockPoint | undefined): void {
  const above = ancestor?.number ?? -1n;
  for (const [name, { block }] of told.events) if (block.number > above) told.events.delete(name);
  if (told.checkedTo > above) told.checkedTo = above;
  if (told.rereadTo > above) told.rereadTo = above;
}

/**
 * The payments in the newest blocks that were not told when those were looked at first: a node that
 * has a block before it has its logs answers that nothing happened there. With them, and crediting
 * nothing, what other contracts told in the words of a proxy. And the other way round: payments that
 * were told and that no node has any more, though their blocks stand. Nothing until it is due.
 */
export async function lookBack(parts: LookBackParts, looking: LookingBack): Promise<Reread> {
  const { at, told } = looking;
  const newest = at.known.at(-1);
  if (newest === undefined || told.since === undefined) return NOTHING_NEW;
  if (newest.number < told.checkedTo + LOOK_BACK_EVERY) return NOTHING_NEW;
  // Another node comes first, where there is one: what a node keeps back, it keeps back again.
  for (const node of [parts.node.another(), parts.node]) {
    try {
      const from = firstToRead(told, newest, parts.node.network.finalized);
      const found = await readAgain({ ...parts, node }, { from, newest }, looking);
      const missing = await missingOf(parts, told, { from, found });
      Object.assign(told, { checkedTo: newest.number, rereadTo: newest.number, failures: 0 });
      forgetOld(told, { from, missing });
      return { transfers: tellFound(parts, found), missing };
    } catch (error) {
      if (!(error instanceof Outage)) throw error;
    }
  }
  told.checkedTo += BLOCKS_BEFORE_RETRY;
  told.failures += 1;
  if (told.failures % FAILURES_BEFORE_SMALLER === 0) told.size = afterFailures(told.size);
  return NOTHING_NEW;
}

/** As far back as blocks are young, and as what was not read again yet. */
function firstToRead(told: Told, { number }: BlockPoint, finality: FinalityRule): bigint {
  const young = youngFrom(number, finality);
  const wanted = told.rereadTo + 1n < young ? told.rereadTo + 1n : young;
  const bound = number + 1n - LOOK_BACK_BLOCKS_MAX;
  const since = told.since ?? young;
  return [bound, since].reduce((a, b) => (b > a ? b : a), wanted);
}

function forgetOld(
  told: Told,
  { from, missing }: { from: bigint; missing: readonly EventPlace[] },
) {
  for (const [name, { block }] of told.events) if (block.number < from) told.events.delete(name);
  // Should a node come back to them, they are news.
  for (const { block, logIndex } of missing) told.events.delete(eventName(block.hash, logIndex));
}

/**
 * Payments that were told and not found again, and that no node has when all are asked for them by
 * themselves: one that only indexes badly still has the receipt.
 */
async function missingOf(
  { node, contracts, log }: LookBackParts,
  told: Told,
  { from, found }: { readonly from: bigint; readonly found: FoundAgain },
): Promise<EventPlace[]> {
  const seen = new Set(found.again);
  const lost = [...told.events]
    .filter(([name, { block, isPayment }]) => isPayment && block.number >= from && !seen.has(name))
    .map(([, place]) => place)
    .filter(({ block, logIndex }) => !found.transfers.some(isAt(block, logIndex)))
    .slice(0, MISSING_ASKED_MAX);
  const missing: EventPlace[] = [];
  for (const { block, transactionHash, logIndex } of lost) {
    const isPaidBy = async (payments: readonly ObservedTransfer[]) =>
      payments.some(isAt(block, logIndex));
    const fact = { block, transactionHash, isPaidBy };
    const { agree, without = [], isAlone } = await countWitnesses(node, contracts, fact);
    // The word of one node takes nothing back while all others are away, as it credits nothing.
    const isDenied = agree === 0 && without.length > 0 && isAlone !== true;
    if (isDenied) missing.push({ block, transactionHash, logIndex });
    const { id: network } = node.network;
    log.warn({ network, transactionHash, block, agree, without }, 'a payment was not found again');
  }
  return missing;
}

function isAt({ hash }: BlockPoint, logIndex: number) {
  return (one: EventPlace) => one.block.hash === hash && one.logIndex === logIndex;
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
  range: RereadRange,
  looking: LookingBack,
): Promise<FoundAgain> {
  const { told } = looking;
  const { newest } = range;
  const isRefused = told.everybodyFrom !== undefined && newest.number < told.everybodyFrom;
  if (isRefused) return await readProxies(parts, range, looking);
  try {
    return await readNewest(parts, range, { ...looking, asksEverybody: true });
  } catch (error) {
    if (!(error instanceof WindowRefused)) throw error;
    const found = await readProxies(parts, range, looking);
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

/** Asks the proxies alone, in smaller windows for as long as nodes complain of their size. */
async function readProxies(
  parts: LookParts,
  range: RereadRange,
  looking: LookingBack,
): Promise<FoundAgain> {
  const { told } = looking;
  for (;;) {
    try {
      return await readNewest(parts, range, { ...looking, asksEverybody: false });
    } catch (error) {
      if (!(error instanceof WindowRefused) || told.size.blocks === 1n) throw error;
      told.size = afterRefusal(error.asked, error.message);
    }
  }
}

interface RereadRange {
  readonly from: bigint;
  readonly newest: BlockPoint;
}

async function readNewest(
  parts: LookParts,
  { from, newest }: RereadRange,
  { at, told, isOurs, asksEverybody }: LookingBack & { readonly asksEverybody: boolean },
): Promise<FoundAgain> {
  const before = at.known.findLast(({ number }) => number === from - 1n);
  const transfers: ObservedTransfer[] = [];
  const imitations: ObservedTransfer[] = [];
  const again: string[] = [];
  let unread = 0;
  for (let next = from, behind = before; next <= newest.number; ) {
    const stretches = stretchesOf(next, newest.number, told.size.blocks);
    const looking = { stretches, behind, head: newest, isOurs, told: told.events, asksEverybody };
    for await (const looked of lookAhead(parts, looking)) {
      checkPlaces(at, looked);
      transfers.push(...looked.transfers);
      imitations.push(...looked.imitations.transfers);
      again.push(...looked.again);
      unread += looked.imitations.unread;
      const blocks = looked.to.number - looked.from + 1n;
      told.size = afterAnswer(told.size, { blocks, logs: looked.logs });
      behind = looked.to;
      next = looked.to.number + 1n;
    }
  }
  const found = { transfers, imitations: { transfers: imitations, unread }, again };
  // Only now, because what fails half way is not told.
  remember(told, { ...found, from, to: newest }, from);
  return found;
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
