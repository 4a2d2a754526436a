import type { FinalityRule } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import type { Log } from '#platform/log.ts';
import type { BlockPoint, EventPosition, FollowFrom, ObservedTransfer } from '../chain.ts';
import {
  type BlockSource,
  ChainMoved,
  eventName,
  type ScannedChunk,
  WindowRefused,
} from './block-source.ts';
import type { Position } from './position.ts';
import { splitRange } from './ranges.ts';
import {
  afterAnswer,
  afterFailures,
  afterRefusal,
  FIRST_SIZE,
  type WindowSize,
} from './window-size.ts';

/** Every so many blocks the newest ones are read again; some nodes index logs late. */
const RESCAN_EVERY = 32n;
/** How many are at least; each block is read two more times, by two nodes where there are several. */
const RESCAN_BLOCKS = 64n;
/** No more are read again, however long that failed: the reports about older ones are not remembered. */
const RESCAN_BLOCKS_MAX = 1_024n;
/** After so many failures in a row smaller windows are tried, though no node refused their size. */
const FAILURES_BEFORE_SMALLER = 3;
/** How many missing payments are checked at one poll; there is hardly ever one. */
const MISSING_ASKED_MAX = 50;
/** A poll that failed is tried again after so many blocks; it must not delay new blocks. */
const BLOCKS_BEFORE_RETRY = 4n;

/**
 * After so many blocks a node that refused logs of all contracts is queried for them again: some never
 * answer it, and some only failed, or were overloaded.
 */
const BLOCKS_BEFORE_ALL_CONTRACTS_RETRY = 7_200n;

/** What the rescan needs. */
interface RescanParts {
  readonly source: BlockSource;
  readonly log: Log;
}

/** What a follower remembers of its reports, to notice what is missing in them. */
export interface ReportedEvents {
  /** The first block that was scanned. */
  since: bigint | undefined;
  /** The newest block when the last ones were read again. */
  checkedTo: bigint;
  /** The block up to which each was read again, or was too old to need it. */
  rereadTo: bigint;
  /** The block up to which each was read again twice, or was too old to need it. */
  rereadTwiceTo: bigint;
  /** What the newest blocks were read again from last, so that the next time it is another node. */
  rereadFrom: BlockSource | undefined;
  /** How many blocks are read again at once; apart from how many are caught up with at once. */
  size: WindowSize;
  /** How often reading again failed in a row. */
  failures: number;
  /** The block from which on logs of all contracts are read again; undefined while no node refused that. */
  allContractsFrom: bigint | undefined;
  /** Where events are, by their names, and whether they were reported as payments. */
  readonly events: Map<string, ReportedEvent>;
}

interface ReportedEvent extends EventPosition {
  readonly isPayment: boolean;
}

/** What was not reported before. */
type FoundAgain = Pick<ScannedChunk, 'transfers' | 'spoofedEvents' | 'again'>;

/** The result of the rescan: payments that were not reported, and reported ones that no node has any more. */
export interface Reread {
  readonly transfers: readonly ObservedTransfer[];
  readonly missing: readonly EventPosition[];
}

const NONE_FOUND: Reread = { transfers: [], missing: [] };

/** What is searched, and what is remembered of it. */
interface RescanQuery {
  readonly isOurs: FollowFrom['isOurs'];
  readonly at: Position;
  readonly reported: ReportedEvents;
}

/**
 * The reports of an earlier follower, where they are stored; its newest blocks are then read again at once, because
 * it may have ended before it did so itself.
 */
export function restoreReported({ known, reported }: FollowFrom): ReportedEvents {
  const [oldest, newest] = [known[0], known.at(-1)];
  const initial = {
    allContractsFrom: undefined,
    rereadFrom: undefined,
    size: FIRST_SIZE,
    failures: 0,
  };
  if (reported === undefined || oldest === undefined || newest === undefined) {
    const nothing = { since: undefined, checkedTo: -1n, rereadTo: -1n, rereadTwiceTo: -1n };
    return { ...initial, ...nothing, events: new Map() };
  }
  const events = reported.map(
    (position) =>
      [
        eventName(position.block.hash, position.logIndex),
        { ...position, isPayment: true },
      ] as const,
  );
  return {
    ...initial,
    since: oldest.number,
    checkedTo: newest.number - RESCAN_EVERY,
    rereadTo: newest.number,
    rereadTwiceTo: newest.number,
    events: new Map(events),
  };
}

/** Remembers the contents of scanned blocks; those below `youngFrom` need not be read again. */
export function recordReported(
  reported: ReportedEvents,
  {
    from,
    to,
    transfers,
    spoofedEvents,
  }: Pick<ScannedChunk, 'from' | 'to' | 'transfers' | 'spoofedEvents'>,
  youngFrom: bigint,
): void {
  if (reported.since === undefined || from < reported.since) reported.since = from;
  if (reported.checkedTo < 0n) reported.checkedTo = to.number;
  const isOld = to.number < youngFrom;
  const passed = (readTo: bigint) => {
    const reached = readTo < 0n ? from - 1n : readTo;
    return isOld && reached >= from - 1n && reached < to.number ? to.number : reached;
  };
  reported.rereadTo = passed(reported.rereadTo);
  reported.rereadTwiceTo = passed(reported.rereadTwiceTo);
  const add = (transfer: ObservedTransfer, isPayment: boolean) => {
    const { block, transactionHash, logIndex } = transfer;
    const event = { block, transactionHash, logIndex, isPayment };
    reported.events.set(eventName(block.hash, logIndex), event);
  };
  for (const transfer of transfers) add(transfer, true);
  for (const transfer of spoofedEvents.transfers) add(transfer, false);
}

/** The oldest block that is read again below a head, for as long as its network's finality is deep. */
export function youngFrom(head: bigint, finality: FinalityRule): bigint {
  const depth = BigInt(finality.by === 'depth' ? finality.blocks : finality.fallbackBlocks);
  return head + 1n - (depth > RESCAN_BLOCKS ? depth : RESCAN_BLOCKS);
}

/**
 * Drops what was reported about blocks above an ancestor. A chain may return to them, and what it has
 * there must be reported again.
 */
export function pruneAbove(reported: ReportedEvents, ancestor: BlockPoint | undefined): void {
  const above = ancestor?.number ?? -1n;
  for (const [name, { block }] of reported.events)
    if (block.number > above) reported.events.delete(name);
  if (reported.checkedTo > above) reported.checkedTo = above;
  if (reported.rereadTo > above) reported.rereadTo = above;
  if (reported.rereadTwiceTo > above) reported.rereadTwiceTo = above;
}

/**
 * The payments in the newest blocks that were not reported when those were scanned first: a node that
 * has a block before it has its logs answers with an empty list. With them, and crediting
 * nothing, events of other contracts that spoof a proxy. And the other way round: payments that
 * were reported and that no node has any more, though their blocks are canonical. Nothing until it is due.
 */
export async function rescanRecent(parts: RescanParts, scanQuery: RescanQuery): Promise<Reread> {
  const { at, reported } = scanQuery;
  const newest = at.known.at(-1);
  if (newest === undefined || reported.since === undefined) return NONE_FOUND;
  if (newest.number < reported.checkedTo + RESCAN_EVERY) return NONE_FOUND;
  // Another node comes first, where there is one: what a node withholds, it withholds again. Who answered last may not be who
  // answered about a block, so the next time it is another one than this time.
  const other = (reported.rereadFrom ?? parts.source).another();
  for (const source of [other, parts.source]) {
    try {
      const from = firstToRead(reported, newest, parts.source.network.finalized);
      const found = await readAgain({ ...parts, source }, { from, newest }, scanQuery);
      const missing = await missingOf(parts, reported, { from, found });
      Object.assign(reported, {
        checkedTo: newest.number,
        rereadTwiceTo: reported.rereadTo,
        rereadTo: newest.number,
        rereadFrom: source,
        failures: 0,
      });
      pruneOld(reported, { from, missing });
      return { transfers: reportFound(parts, found), missing };
    } catch (error) {
      if (!(error instanceof Outage)) throw error;
    }
  }
  reported.checkedTo += BLOCKS_BEFORE_RETRY;
  reported.failures += 1;
  if (reported.failures % FAILURES_BEFORE_SMALLER === 0)
    reported.size = afterFailures(reported.size);
  return NONE_FOUND;
}

/** As far back as blocks are young, and as what was not read again twice yet. */
function firstToRead(
  reported: ReportedEvents,
  { number }: BlockPoint,
  finality: FinalityRule,
): bigint {
  const young = youngFrom(number, finality);
  const unread = reported.rereadTwiceTo + 1n;
  const wanted = unread < young ? unread : young;
  const bound = number + 1n - RESCAN_BLOCKS_MAX;
  const since = reported.since ?? young;
  return [bound, since].reduce((a, b) => (b > a ? b : a), wanted);
}

function pruneOld(
  reported: ReportedEvents,
  { from, missing }: { from: bigint; missing: readonly EventPosition[] },
) {
  for (const [name, { block }] of reported.events)
    if (block.number < from) reported.events.delete(name);
  // Should a node come back to them, they are news.
  for (const { block, logIndex } of missing)
    reported.events.delete(eventName(block.hash, logIndex));
}

/**
 * Payments that were reported and not found again, and that no node has when all are queried for them
 * directly: one with a bad index still has the receipt.
 */
async function missingOf(
  { source, log }: RescanParts,
  reported: ReportedEvents,
  { from, found }: { readonly from: bigint; readonly found: FoundAgain },
): Promise<EventPosition[]> {
  const seen = new Set(found.again);
  const lost = [...reported.events]
    .filter(([name, { block, isPayment }]) => isPayment && block.number >= from && !seen.has(name))
    .map(([, position]) => position)
    .filter(({ block, logIndex }) => !found.transfers.some(isAt(block, logIndex)))
    .slice(0, MISSING_ASKED_MAX);
  const missing: EventPosition[] = [];
  for (const { block, transactionHash, logIndex } of lost) {
    const isPaidBy = async (payments: readonly ObservedTransfer[]) =>
      payments.some(isAt(block, logIndex));
    const agreementQuery = { block, transactionHash, isPaidBy };
    const { agree, without = [], isAlone } = await source.checkAgreement(agreementQuery);
    // The word of one node takes nothing back while all others are away, as it credits nothing.
    const isDenied = agree === 0 && without.length > 0 && isAlone !== true;
    if (isDenied) missing.push({ block, transactionHash, logIndex });
    const { id: network } = source.network;
    log.warn({ network, transactionHash, block, agree, without }, 'a payment was not found again');
  }
  return missing;
}

function isAt({ hash }: BlockPoint, logIndex: number) {
  return (one: EventPosition) => one.block.hash === hash && one.logIndex === logIndex;
}

/** Logs what was found; only a withheld payment makes the node that was queried first suspect. */
function reportFound(
  { source, log }: RescanParts,
  { transfers, spoofedEvents }: FoundAgain,
): ObservedTransfer[] {
  const { id: network } = source.network;
  if (transfers.length > 0) {
    const missed = transfers.length;
    log.warn({ network, missed }, 'a node returned payments only at a repeated query');
    source.markSuspect();
  }
  if (spoofedEvents.unread > 0) {
    const { unread } = spoofedEvents;
    log.warn(
      { network, unread },
      'contracts that are no proxies emitted more events than are read',
    );
  }
  return [...transfers, ...spoofedEvents.transfers];
}

/** Reads the events of all contracts, or where nodes refuse that, those of the proxies. */
async function readAgain(
  parts: RescanParts,
  range: RereadRange,
  scanQuery: RescanQuery,
): Promise<FoundAgain> {
  const { reported } = scanQuery;
  const { newest } = range;
  const isRefused =
    reported.allContractsFrom !== undefined && newest.number < reported.allContractsFrom;
  if (isRefused) return await readProxies(parts, range, scanQuery);
  try {
    return await readNewest(parts, range, { ...scanQuery, shouldQueryAllContracts: true });
  } catch (error) {
    if (!(error instanceof WindowRefused)) throw error;
    const found = await readProxies(parts, range, scanQuery);
    // Only now it is clear that nodes answer, and that they refuse the query.
    if (reported.allContractsFrom === undefined) {
      const { id: network } = parts.source.network;
      parts.log.info(
        { err: error, network },
        'nodes do not return logs of all contracts at once; spoofed events are not seen',
      );
    }
    reported.allContractsFrom = newest.number + BLOCKS_BEFORE_ALL_CONTRACTS_RETRY;
    return found;
  }
}

/** Reads the proxies alone, in smaller windows for as long as nodes refuse their size. */
async function readProxies(
  parts: RescanParts,
  range: RereadRange,
  scanQuery: RescanQuery,
): Promise<FoundAgain> {
  const { reported } = scanQuery;
  for (;;) {
    try {
      return await readNewest(parts, range, { ...scanQuery, shouldQueryAllContracts: false });
    } catch (error) {
      if (!(error instanceof WindowRefused) || reported.size.blocks === 1n) throw error;
      reported.size = afterRefusal(error.asked, error.message);
    }
  }
}

interface RereadRange {
  readonly from: bigint;
  readonly newest: BlockPoint;
}

async function readNewest(
  { source }: RescanParts,
  { from, newest }: RereadRange,
  {
    at,
    reported,
    isOurs,
    shouldQueryAllContracts,
  }: RescanQuery & { readonly shouldQueryAllContracts: boolean },
): Promise<FoundAgain> {
  const before = at.known.findLast(({ number }) => number === from - 1n);
  const transfers: ObservedTransfer[] = [];
  const spoofedEvents: ObservedTransfer[] = [];
  const again: string[] = [];
  let unread = 0;
  for (let next = from, behind = before; next <= newest.number; ) {
    const ranges = splitRange(next, newest.number, reported.size.blocks);
    const scanQuery = {
      ranges,
      behind,
      head: newest,
      isOurs,
      reportedEvents: reported.events,
      shouldQueryAllContracts,
    };
    for await (const chunk of source.scanAhead(scanQuery)) {
      checkPositions(at, chunk);
      transfers.push(...chunk.transfers);
      spoofedEvents.push(...chunk.spoofedEvents.transfers);
      again.push(...chunk.again);
      unread += chunk.spoofedEvents.unread;
      const blocks = chunk.to.number - chunk.from + 1n;
      reported.size = afterAnswer(reported.size, { blocks, logs: chunk.logs });
      behind = chunk.to;
      next = chunk.to.number + 1n;
    }
  }
  const found = { transfers, spoofedEvents: { transfers: spoofedEvents, unread }, again };
  // Only now, because an incomplete result is not reported.
  recordReported(reported, { ...found, from, to: newest }, from);
  return found;
}

/**
 * Throws `ChainMoved` where something found is of another block than the one that was reported in its
 * place: the last block confirms those below it, but not for what a node reports about them.
 */
function checkPositions(at: Position, { transfers, spoofedEvents }: ScannedChunk): void {
  for (const { block } of [...transfers, ...spoofedEvents.transfers]) {
    const reported = at.known.find(({ number }) => number === block.number);
    if (reported === undefined || reported.hash === block.hash) continue;
    throw new ChainMoved(`block ${block.number} is another one than was scanned`);
  }
}
