import { setTimeout as sleep } from 'node:timers/promises';
import { Outage } from '#kit/failure.ts';
import type { Log } from '#platform/log.ts';
import type { ChainHappening, FollowFrom } from '../chain.ts';
import { asDeepReorg, goBack, SeemsDeep } from './go-back.ts';
import { type Looked, type LookParts, lookAhead, WindowRefused } from './look.ts';
import { moveOn, nextStretches, type Position, positionAt } from './position.ts';
import { checkChainId } from './read.ts';
import { afterAnswer, afterRefusal } from './window-size.ts';
import { type Head, readHeadBeside } from './windows.ts';

/** The rest after a failure of the node; doubled with each, up to the larger. */
const REST_MS = 250;
const REST_MS_MAX = 15_000;
/** The rest before a smaller window is tried: the node answered, so it is not down. */
const REST_AFTER_COMPLAINT_MS = 50;
/** How often final blocks must be seen replaced, one look after the other, before it is believed. */
const DEEP_LOOKS = 3;

/** What following needs beside where to start. */
export interface FollowParts extends LookParts {
  /** How long to wait for a new block before asking again. */
  readonly pollMs: number;
  readonly log: Log;
}

/** What went wrong of late. */
interface Troubles {
  restMs: number;
  deepLooks: number;
}

/**
 * Follows the chain: first what was missed, windows at a time, then block by block.
 *
 * Every round first makes sure that the newest reported block still stands, and every block or window
 * is linked to the one before it. So a reorg shows as a changed block at the next look and never as a
 * payment that was not looked for.
 */
export async function* followChain(
  parts: FollowParts,
  from: FollowFrom,
  signal: AbortSignal,
): AsyncGenerator<ChainHappening, void, void> {
  const at = positionAt(from);
  const troubles: Troubles = { restMs: REST_MS, deepLooks: 0 };
  let isRightChain = false;
  while (!signal.aborted) {
    try {
      // Again here, because a node that was down when Florin started was not asked then.
      if (!isRightChain) await untilAborted(checkChainId(parts.node), signal);
      isRightChain = true;
      let isIdle = true;
      const happenings = round(parts, at, from);
      for (;;) {
        const { value } = await untilAborted(happenings.next(), signal);
        if (value === undefined) break;
        isIdle = false;
        yield value;
      }
      Object.assign(troubles, { restMs: REST_MS, deepLooks: 0 });
      if (isIdle) await rest(parts.pollMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      await rest(paceAfter(error, { parts, at, troubles }), signal);
    }
  }
}

/** How long to rest after a failure; throws what ends the following. */
function paceAfter(
  error: unknown,
  told: { readonly parts: FollowParts; readonly at: Position; readonly troubles: Troubles },
): number {
  const { parts, at, troubles } = told;
  const { id: network } = parts.node.network;
  if (!(error instanceof Outage)) throw error;
  if (error instanceof WindowRefused) {
    at.size = afterRefusal(error.asked, error.message);
    parts.log.info({ err: error, network }, 'a node refused a window; fewer blocks are asked for');
    return REST_AFTER_COMPLAINT_MS;
  }
  if (error instanceof SeemsDeep) {
    troubles.deepLooks += 1;
    if (troubles.deepLooks === DEEP_LOOKS) throw asDeepReorg(error);
  }
  const { restMs } = troubles;
  parts.log.warn({ err: error, network, restMs }, 'a node failed; it is asked again');
  troubles.restMs = Math.min(restMs * 2, REST_MS_MAX);
  return restMs;
}

/** One look at the chain, and at all that it shows to be new; nothing when nothing happened. */
async function* round(
  parts: FollowParts,
  at: Position,
  { isOurs, mayStartOver }: FollowFrom,
): AsyncGenerator<ChainHappening, undefined, void> {
  const behind = at.known.at(-1);
  const head = await readHeadBeside(parts.node, behind?.number);
  if (behind !== undefined && head.beside !== behind.hash) {
    const reorg = await goBack(parts.node, at, { head: head.point, mayStartOver });
    if (reorg !== undefined) yield reorg;
    return;
  }
  const stretches = nextStretches(at, head, parts.node.network.finalized);
  for await (const looked of lookAhead(parts, { stretches, behind, head: head.point, isOurs })) {
    yield goOn(at, head, looked);
  }
}

function goOn(at: Position, head: Head, looked: Looked): ChainHappening {
  const { from, to, transfers, logs } = looked;
  const points = [...looked.points, to];
  moveOn(at, points);
  at.size = afterAnswer(at.size, { blocks: to.number - from + 1n, logs });
  // A tag that is not served for once must not make depth count in its place.
  at.finalized = head.finalized ?? at.finalized;
  return {
    type: 'blocks',
    transfers,
    points,
    to,
    headNumber: head.point.number,
    finalizedNumber: at.finalized?.number,
    finalizedAt: at.finalized?.at,
  };
}

/** Waits, but no longer than the signal lets it. */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await untilAborted(sleep(ms), signal).catch((error: unknown) => {
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
