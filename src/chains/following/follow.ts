import { type BackOff, backOffMs, openBackOff } from '#kit/back-off.ts';
import { Outage } from '#kit/failure.ts';
import type { Log } from '#platform/log.ts';
import type { ChainUpdate, FollowFrom } from '../chain.ts';
import { type AgreedTags, openAgreedTags } from './agreed-tags.ts';
import {
  type BlockSource,
  ChainMoved,
  type Head,
  type HeadQuery,
  type ScannedChunk,
  WindowRefused,
} from './block-source.ts';
import { hasPayment } from './has-payment.ts';
import type { HeadSubscription, WaitLimits } from './heads.ts';
import type { Pace } from './pace.ts';
import { moveOn, nextRanges, type Position, positionAt, updateTags } from './position.ts';
import {
  pruneAbove,
  type ReportedEvents,
  recordReported,
  rescanRecent,
  restoreReported,
  youngFrom,
} from './rescan.ts';
import { asDeepReorg, rollBack, SeemsDeep } from './roll-back.ts';
import { afterAnswer, afterFailures, afterRefusal, afterWindow } from './window-size.ts';

/** The pause after a failure of the node. */
const REST = { firstMs: 250, mostMs: 15_000 };
/** The pause before a smaller window is tried: the node answered, so it is not down. */
const REST_AFTER_COMPLAINT_MS = 50;
/** After so many failures in a row smaller windows are tried, though no node refused their size. */
const FAILURES_BEFORE_SMALLER = 3;
/** How many polls in a row must see final blocks replaced before it counts. */
const DEEP_CHECKS = 3;

/**
 * After a new head its block is requested so often, with pauses from this on that double: the node that
 * notifies and the one that answers may be two.
 */
const QUICK_CHECKS = 5;
const QUICK_REST = { firstMs: 20, mostMs: 1_000 };
/** The pause after a head whose block was not found: endless notifications must not cause endless requests. */
const SUSPECT_REST_MS = 1_000;

/** What following needs besides its start. */
export interface FollowParts {
  readonly source: BlockSource;
  /** Begins to listen for new blocks. */
  openHeads(): HeadSubscription;
  readonly pace: Pace;
  readonly log: Log;
}

/** A follower between its polls. */
interface FollowState {
  readonly at: Position;
  readonly reported: ReportedEvents;
  readonly tags: AgreedTags;
  readonly heads: HeadSubscription;
  readonly backOff: BackOff;
  /** When the last poll began that read the head. */
  headReadAtMs: number;
  /** When final and safe blocks were read last. */
  tagsReadAtMs: number;
  /** Whether the last poll came to its end at the head that it read. */
  isAtHead: boolean;
  /** How often nodes failed in a row without a complaint. */
  failures: number;
  deepChecks: number;
  /** How often a block that was reported is polled. */
  quickChecks: number;
  /** The block of a head was not found; the next head waits, so that a node cannot cause endless requests. */
  isSubscriptionSuspect: boolean;
  /** The block of a head was not found yet; until one is, it is requested once per block time. */
  isBlockDue: boolean;
}

/**
 * Follows the chain: first what was missed, windows at a time, then block by block.
 *
 * Every round first checks that the newest reported block is still canonical: the head is that block, or names it as
 * its parent, or the node is asked for it. Every block or window is linked to the one before it. So a reorg shows as a
 * changed block at the next poll and never as a payment that was not scanned.
 */
export async function* followChain(
  { source, ...others }: FollowParts,
  from: FollowFrom,
  signal: AbortSignal,
): AsyncGenerator<ChainUpdate, void, void> {
  const parts = { ...others, source: source.steady() };
  const following: FollowState = {
    at: positionAt(from),
    reported: restoreReported(from),
    tags: openAgreedTags(parts.source, from.shouldReadSafe),
    heads: parts.openHeads(),
    backOff: openBackOff(REST),
    headReadAtMs: Number.NEGATIVE_INFINITY,
    tagsReadAtMs: Number.NEGATIVE_INFINITY,
    isAtHead: false,
    failures: 0,
    deepChecks: 0,
    quickChecks: 0,
    isSubscriptionSuspect: false,
    isBlockDue: false,
  };
  let isRightChain = false;
  try {
    while (!signal.aborted) {
      try {
        // Again here, because a node that was down when Florin started was not verified then.
        if (!isRightChain) await untilAborted(parts.source.checkChainIds(), signal);
        isRightChain = true;
        let isIdle = true;
        const updates = round(parts, following, from);
        for (;;) {
          const { value } = await untilAborted(updates.next(), signal);
          if (value === undefined) break;
          isIdle = false;
          yield value;
        }
        following.backOff.reset();
        Object.assign(following, { failures: 0, deepChecks: 0 });
        await untilAborted(untilNextRound(parts, following, isIdle), signal);
      } catch (error) {
        if (signal.aborted) return;
        await rest(parts.source.runtime.sleep(paceAfter(error, parts, following)), signal);
      }
    }
  } finally {
    following.heads.close();
  }
}

function untilNextRound(parts: FollowParts, following: FollowState, isIdle: boolean) {
  return isIdle ? untilNews(parts, following) : untilNextBlock(parts, following);
}

/** Waits for a new head, or for the time to poll anyway. */
async function untilNews({ source, pace }: FollowParts, following: FollowState): Promise<void> {
  const { sleep } = source.runtime;
  if (following.quickChecks > 0) {
    following.quickChecks -= 1;
    const isLast = following.quickChecks === 0;
    Object.assign(following, { isSubscriptionSuspect: isLast, isBlockDue: isLast });
    await sleep(backOffMs(QUICK_REST, QUICK_CHECKS - following.quickChecks));
  } else if (following.isSubscriptionSuspect) {
    following.isSubscriptionSuspect = false;
    await sleep(Math.min(SUSPECT_REST_MS, source.network.blockTimeMs));
  } else {
    const { pollMs } = pace;
    const mostMs = following.isBlockDue ? Math.min(pollMs, source.network.blockTimeMs) : undefined;
    await untilHead(following, { pollMs, mostMs });
  }
}

/**
 * Waits after new blocks, which took a while to be read: for a new head, or until the next block is likely there. Does
 * not wait at all where more blocks are known to be there.
 */
async function untilNextBlock(
  { source, pace }: FollowParts,
  following: FollowState,
): Promise<void> {
  Object.assign(following, { quickChecks: 0, isSubscriptionSuspect: false, isBlockDue: false });
  if (!following.isAtHead) return;
  const passedMs = source.runtime.elapsedMs() - following.headReadAtMs;
  await untilHead(following, { pollMs: Math.max(pace.afterBlockMs - passedMs, 0) });
}

async function untilHead(following: FollowState, limits: WaitLimits): Promise<void> {
  const known = following.at.known.at(-1)?.hash;
  if ((await following.heads.wait(known, limits)) === 'new_head')
    following.quickChecks = QUICK_CHECKS;
}

/** How long to pause after a failure; throws errors that end the following. */
function paceAfter(error: unknown, parts: FollowParts, following: FollowState): number {
  const { id: network } = parts.source.network;
  if (!(error instanceof Outage)) throw error;
  if (error instanceof WindowRefused) {
    following.at.size = afterRefusal(error.asked, error.message);
    parts.log.info({ err: error, network }, 'a node refused a window; fewer blocks are requested');
    return REST_AFTER_COMPLAINT_MS;
  }
  // What does not fit together with what came before may fit at another node.
  if (error instanceof ChainMoved || error instanceof SeemsDeep) parts.source.markSuspect();
  if (error instanceof SeemsDeep) {
    following.deepChecks += 1;
    if (following.deepChecks === DEEP_CHECKS) throw asDeepReorg(error);
  }
  const restMs = following.backOff.next();
  parts.log.warn({ err: error, network, restMs }, 'a node failed; it is queried again');
  parts.source.markSuspect();
  following.failures += 1;
  if (following.failures % FAILURES_BEFORE_SMALLER === 0) {
    following.at.size = afterFailures(following.at.size);
  }
  return restMs;
}

/** one read of the chain, and at all that it shows to be new; nothing when nothing happened. */
async function* round(
  parts: FollowParts,
  following: FollowState,
  { isOurs, mayStartOver, shouldReadSafe }: FollowFrom,
): AsyncGenerator<ChainUpdate, undefined, void> {
  const { at, reported, tags } = following;
  following.isAtHead = false;
  const behind = at.known.at(-1);
  const head = await readHead(parts, following, { besideNumber: behind?.number, shouldReadSafe });
  if (behind !== undefined && head.beside !== behind.hash) {
    const reorg = await rollBack(parts.source, at, { head: head.point, mayStartOver });
    if (reorg !== undefined) {
      pruneAbove(reported, at.known.at(-1));
      tags.reset();
      following.tagsReadAtMs = Number.NEGATIVE_INFINITY;
      yield reorg;
      return;
    }
    // The node has the block, and its head is none of those behind it.
    if (head.beside !== undefined)
      throw new ChainMoved(`block ${head.point.number} changed while it was read`);
    parts.source.markSuspect();
    return;
  }
  // Before what is new, because after a restart what was last reported about comes first.
  const newest = at.known.at(-1);
  const { transfers, missing } = await rescanRecent(parts, { at, reported, isOurs });
  if (newest !== undefined && transfers.length + missing.length > 0) {
    yield { ...headFields(at, head), transfers, missing, points: [newest], to: newest };
  }
  const finality = parts.source.network.finalized;
  const ranges = nextRanges(at, head, finality);
  for await (const chunk of parts.source.scanAhead({ ranges, behind, head: head.point, isOurs })) {
    recordReported(reported, chunk, youngFrom(head.point.number, finality));
    moveTo(at, chunk);
    // Read only now, because other nodes were queried for theirs while the blocks were read.
    updateTags(at, tags.current());
    const { transfers, to } = chunk;
    yield { ...headFields(at, head), transfers, points: [...chunk.points, to], to };
  }
  const before = at.finalized?.number;
  updateTags(at, tags.current());
  const upTo = at.finalized?.number;
  const last = at.known.at(-1);
  // With the next block it would be too late where none comes.
  if (ranges.length === 0 && last !== undefined && upTo !== undefined) {
    if (hasPayment(reported, { above: before, upTo }))
      yield { ...headFields(at, head), transfers: [], points: [last], to: last };
  }
  at.size = afterWindow(at.size);
  following.isAtHead = at.next !== undefined && at.next > head.point.number;
}

/** The head, and beside it the final and safe blocks, newly read only where they are not known recently enough. */
async function readHead(
  { source, pace }: FollowParts,
  following: FollowState,
  headQuery: HeadQuery,
): Promise<Head> {
  const { at, reported, tags } = following;
  following.headReadAtMs = source.runtime.elapsedMs();
  const isAwaited = hasPayment(reported, { above: at.finalized?.number });
  const maxAgeMs = isAwaited ? pace.tags.awaitedMs : pace.tags.atRestMs;
  const shouldReadTags = following.headReadAtMs - following.tagsReadAtMs >= maxAgeMs;
  const head = await source.readHead({ ...headQuery, shouldReadTags });
  if (shouldReadTags) {
    tags.update(head);
    following.tagsReadAtMs = following.headReadAtMs;
  }
  const { finalized, safe } = tags.current();
  return { ...head, finalized, safe };
}

function moveTo(at: Position, { from, to, points, logs }: ScannedChunk): void {
  moveOn(at, [...points, to]);
  at.size = afterAnswer(at.size, { blocks: to.number - from + 1n, logs });
}

/** What every chain update with blocks reports about the chain as a whole. */
function headFields({ finalized, safe }: Position, head: Head) {
  return {
    type: 'blocks',
    headNumber: head.point.number,
    finalizedNumber: finalized?.number,
    finalizedAt: finalized?.at,
    safeNumber: safe?.number,
    safeAt: safe?.at,
  } as const;
}

/** Waits, but no longer than the signal lets it. */
async function rest(sleeping: Promise<unknown>, signal: AbortSignal): Promise<void> {
  await untilAborted(sleeping, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** Gives a promise up when the signal aborts, so that stopping never waits for a slow node. */
async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(new Outage('the following was stopped'));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
