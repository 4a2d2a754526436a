import { Outage } from '#kit/failure.ts';
import type { Log } from '#platform/log.ts';
import type { ChainHappening, FollowFrom } from '../chain.ts';
import { asDeepReorg, goBack, SeemsDeep } from './go-back.ts';
import { type HeadBell, hangBell } from './head-bell.ts';
import { type Looked, type LookParts, lookAhead, WindowRefused } from './look.ts';
import { forgetAbove, lookBack, recall, remember, type Told, youngFrom } from './look-back.ts';
import { hearTags, moveOn, nextStretches, type Position, positionAt } from './position.ts';
import { checkChainId } from './read.ts';
import { openVouchedTags, type VouchedTags } from './vouched-tags.ts';
import { afterAnswer, afterFailures, afterLook, afterRefusal } from './window-size.ts';
import { ChainMoved, type Head, readHeadBeside } from './windows.ts';

/** The rest after a failure of the node; doubled with each, up to the larger. */
const REST_MS = 250;
const REST_MS_MAX = 15_000;
/** The rest before a smaller window is tried: the node answered, so it is not down. */
const REST_AFTER_COMPLAINT_MS = 50;
/** After so many failures in a row smaller windows are tried, though nobody complained of their size. */
const FAILURES_BEFORE_SMALLER = 3;
/** How often final blocks must be seen replaced, one look after the other, before it is believed. */
const DEEP_LOOKS = 3;

/**
 * After a ring the block is looked for so often, with rests from this on that double: the node that
 * rings and the one that answers may be two.
 */
const QUICK_LOOKS = 5;
const QUICK_REST_MS = 20;
/** The rest after a ring of which these found nothing: rings without end must not make us ask without end. */
const DOUBTED_REST_MS = 1_000;

/** What following needs beside where to start. */
export interface FollowParts extends LookParts {
  /** Nodes that tell of new blocks; without any they are asked for. */
  readonly wsUrls: readonly string[];
  /** How long to wait for a new block before asking again. */
  readonly pollMs: number;
  readonly log: Log;
}

/** A follower between its looks. */
interface Following {
  readonly at: Position;
  readonly told: Told;
  readonly tags: VouchedTags;
  readonly bell: HeadBell;
  restMs: number;
  /** How often nodes failed in a row without a complaint. */
  failures: number;
  deepLooks: number;
  /** How often a block that was told of is still looked for. */
  quickLooks: number;
  /** A ring was not borne out; the next one waits its turn, or a node that rings on makes us ask on. */
  isRingDoubted: boolean;
  /** The block of a ring was not found yet; until one is, it is asked for once in a block's time. */
  isBlockDue: boolean;
}

/**
 * Follows the chain: first what was missed, windows at a time, then block by block.
 *
 * Every round first makes sure that the newest reported block still stands, and every block or window
 * is linked to the one before it. So a reorg shows as a changed block at the next look and never as a
 * payment that was not looked for.
 */
export async function* followChain(
  { node, ...others }: FollowParts,
  from: FollowFrom,
  signal: AbortSignal,
): AsyncGenerator<ChainHappening, void, void> {
  const parts = { ...others, node: node.steady() };
  const following: Following = {
    at: positionAt(from),
    told: recall(from),
    tags: openVouchedTags(parts.node, from.asksSafe),
    bell: hangBell({
      ...parts,
      urls: parts.wsUrls,
      network: parts.node.network,
      runtime: parts.node.runtime,
    }),
    restMs: REST_MS,
    failures: 0,
    deepLooks: 0,
    quickLooks: 0,
    isRingDoubted: false,
    isBlockDue: false,
  };
  let isRightChain = false;
  try {
    while (!signal.aborted) {
      try {
        // Again here, because a node that was down when Florin started was not asked then.
        if (!isRightChain) await untilAborted(checkChainId(parts.node), signal);
        isRightChain = true;
        let isIdle = true;
        const happenings = round(parts, following, from);
        for (;;) {
          const { value } = await untilAborted(happenings.next(), signal);
          if (value === undefined) break;
          isIdle = false;
          yield value;
        }
        Object.assign(following, { restMs: REST_MS, failures: 0, deepLooks: 0 });
        if (isIdle) await untilAborted(untilNews(parts, following), signal);
        else Object.assign(following, { quickLooks: 0, isRingDoubted: false, isBlockDue: false });
      } catch (error) {
        if (signal.aborted) return;
        await rest(parts.node.runtime.sleep(paceAfter(error, parts, following)), signal);
      }
    }
  } finally {
    following.bell.close();
  }
}

/** Waits for a ring, or for the time to look anyway. */
async function untilNews({ node, pollMs }: FollowParts, following: Following): Promise<void> {
  const { sleep } = node.runtime;
  if (following.quickLooks > 0) {
    following.quickLooks -= 1;
    const isLast = following.quickLooks === 0;
    Object.assign(following, { isRingDoubted: isLast, isBlockDue: isLast });
    await sleep(QUICK_REST_MS * 2 ** (QUICK_LOOKS - following.quickLooks - 1));
  } else if (following.isRingDoubted) {
    following.isRingDoubted = false;
    await sleep(Math.min(DOUBTED_REST_MS, node.network.blockTimeMs));
  } else {
    const known = following.at.known.at(-1)?.hash;
    const mostMs = following.isBlockDue ? Math.min(pollMs, node.network.blockTimeMs) : undefined;
    if ((await following.bell.wait(known, mostMs)) === 'rung') following.quickLooks = QUICK_LOOKS;
  }
}

/** How long to rest after a failure; throws what ends the following. */
function paceAfter(error: unknown, parts: FollowParts, following: Following): number {
  const { id: network } = parts.node.network;
  if (!(error instanceof Outage)) throw error;
  if (error instanceof WindowRefused) {
    following.at.size = afterRefusal(error.asked, error.message);
    parts.log.info({ err: error, network }, 'a node refused a window; fewer blocks are asked for');
    return REST_AFTER_COMPLAINT_MS;
  }
  // What does not fit together with what came before may fit at another node.
  if (error instanceof ChainMoved || error instanceof SeemsDeep) parts.node.doubt();
  if (error instanceof SeemsDeep) {
    following.deepLooks += 1;
    if (following.deepLooks === DEEP_LOOKS) throw asDeepReorg(error);
  }
  const { restMs } = following;
  parts.log.warn({ err: error, network, restMs }, 'a node failed; it is asked again');
  parts.node.doubt();
  following.failures += 1;
  if (following.failures % FAILURES_BEFORE_SMALLER === 0) {
    following.at.size = afterFailures(following.at.size);
  }
  following.restMs = Math.min(restMs * 2, REST_MS_MAX);
  return restMs;
}

/** One look at the chain, and at all that it shows to be new; nothing when nothing happened. */
async function* round(
  parts: FollowParts,
  { at, told, tags }: Following,
  { isOurs, mayStartOver, asksSafe }: FollowFrom,
): AsyncGenerator<ChainHappening, undefined, void> {
  const behind = at.known.at(-1);
  const heard = await readHeadBeside(parts.node, { besideNumber: behind?.number, asksSafe });
  tags.hear(heard);
  const head = { ...heard, ...tags.believed() };
  if (behind !== undefined && head.beside !== behind.hash) {
    const reorg = await goBack(parts.node, at, { head: head.point, mayStartOver });
    if (reorg === undefined) parts.node.doubt();
    else {
      forgetAbove(told, at.known.at(-1));
      tags.forget();
      yield reorg;
    }
    return;
  }
  // Before what is new, because after a restart what was last told of comes first.
  const newest = at.known.at(-1);
  const { transfers, missing } = await lookBack(parts, { at, told, isOurs });
  if (newest !== undefined && transfers.length + missing.length > 0) {
    yield { ...tellOf(at, head), transfers, missing, points: [newest], to: newest };
  }
  const finality = parts.node.network.finalized;
  const stretches = nextStretches(at, head, finality);
  for await (const looked of lookAhead(parts, { stretches, behind, head: head.point, isOurs })) {
    remember(told, looked, youngFrom(head.point.number, finality));
    moveTo(at, looked);
    // Read only now, because other nodes were asked for theirs while the blocks were read.
    hearTags(at, tags.believed());
    const { transfers, to } = looked;
    yield { ...tellOf(at, head), transfers, points: [...looked.points, to], to };
  }
  at.size = afterLook(at.size);
}

function moveTo(at: Position, { from, to, points, logs }: Looked): void {
  moveOn(at, [...points, to]);
  at.size = afterAnswer(at.size, { blocks: to.number - from + 1n, logs });
}

/** What every happening with blocks tells of the chain as a whole. */
function tellOf({ finalized, safe }: Position, head: Head) {
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
