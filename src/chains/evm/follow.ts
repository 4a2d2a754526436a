import { setTimeout as sleep } from 'node:timers/promises';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { Log } from '#platform/log.ts';
import type { BlockPoint, ChainHappening, FollowFrom, ObservedTransfer } from '../chain.ts';
import type { NodeClient } from './client.ts';
import { type PayingContracts, paymentsIn, referenceTopicOf } from './decode.ts';
import { checkChainId } from './read.ts';
import {
  type Head,
  type ProxyLog,
  readHeadBeside,
  readPoints,
  readReceipts,
  readWindow,
  type Window,
} from './windows.ts';

/** Blocks asked for at once. Public nodes allow 2,000 and more; fewer is tried when one complains. */
const WINDOW_BLOCKS_MAX = 2_000n;
/** Points remembered to find the ancestor of a reorg: three times the deepest finality we know. */
const POINTS_MAX = 1_024;
/** Points compared at once on the way back; most reorgs are one or two blocks deep. */
const POINTS_COMPARED = 32;
/**
 * How far behind the end of a window blocks are remembered beside it. Few, because they are asked for
 * in one request with its logs, and some public nodes take no more than ten questions at once.
 */
const ANCHOR_DEPTHS: readonly bigint[] = [512n, 64n, 8n, 1n];
/** The rest after a failure of the node; doubled with each, up to the larger. */
const REST_MS = 250;
const REST_MS_MAX = 15_000;
/** The rest before a smaller window is tried: the node answered, so it is not down. */
const REST_AFTER_COMPLAINT_MS = 50;
/** Windows answered in a row before a larger one is tried again; a provider's limit rarely moves. */
const ANSWERS_BEFORE_GROWING = 16;

/** What following needs beside where to start. */
export interface FollowParts {
  readonly node: NodeClient;
  readonly contracts: PayingContracts;
  /** How long to wait for a new block before asking again. */
  readonly pollMs: number;
  readonly log: Log;
}

/** Where a follower stands. */
interface Position {
  /** Reported points, oldest first. */
  known: BlockPoint[];
  /** The next block to look at; undefined means the head. */
  next: bigint | undefined;
  /** What the node last called final. */
  finalizedNumber: bigint | undefined;
  windowBlocks: bigint;
  /** Windows answered since one was refused or grew. */
  answers: number;
}

/** A node refused a window of several blocks; a smaller one may pass. */
class WindowRefused extends Outage {}

/**
 * Follows the chain: first what was missed, window by window, then block by block.
 *
 * Every step first makes sure that the newest reported block still stands. The block that ends a
 * window is read before the window's logs, so a reorg in between shows as a changed block at the
 * next step and never as a payment that was not looked for.
 */
export async function* followChain(
  parts: FollowParts,
  from: FollowFrom,
  signal: AbortSignal,
): AsyncGenerator<ChainHappening, void, void> {
  const at: Position = {
    known: [...from.known],
    next: nextAfter(from.known) ?? from.startBlock,
    finalizedNumber: undefined,
    windowBlocks: WINDOW_BLOCKS_MAX,
    answers: 0,
  };
  let restMs = REST_MS;
  let isRightChain = false;
  while (!signal.aborted) {
    try {
      // Again here, because a node that was down when Florin started was not asked then.
      if (!isRightChain) await untilAborted(checkChainId(parts.node), signal);
      isRightChain = true;
      const happening = await untilAborted(step(parts, at, from), signal);
      restMs = REST_MS;
      if (happening !== undefined) yield happening;
      else await rest(parts.pollMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Outage)) throw error;
      const { id: network } = parts.node.network;
      if (error instanceof WindowRefused) {
        parts.log.info(
          { err: error, network },
          'a node refused a window; fewer blocks are asked for',
        );
        await rest(REST_AFTER_COMPLAINT_MS, signal);
        continue;
      }
      parts.log.warn({ err: error, network, restMs }, 'a node failed; it is asked again');
      await rest(restMs, signal);
      restMs = Math.min(restMs * 2, REST_MS_MAX);
    }
  }
}

/** One look at the chain; undefined when nothing happened. */
async function step(
  parts: FollowParts,
  at: Position,
  from: FollowFrom,
): Promise<ChainHappening | undefined> {
  const newest = at.known.at(-1);
  const head = await readHeadBeside(parts.node, newest?.number);
  if (newest !== undefined && head.beside !== newest.hash) return await goBack(parts, at, head);
  const next = at.next ?? head.point.number;
  if (next > head.point.number) return undefined;
  return await goOn(parts, at, { head, next, isOurs: from.isOurs });
}

/**
 * Finds the newest reported block that still stands and takes the chain up again behind it.
 *
 * A block that the node does not have says nothing: it may lag, or have asked one that does. Only
 * another block in a reported one's place is a reorg, so until then nothing has happened.
 */
async function goBack(
  parts: FollowParts,
  at: Position,
  head: Head,
): Promise<ChainHappening | undefined> {
  const reached = at.known.filter((point) => point.number <= head.point.number);
  let left = reached;
  let isOther = false;
  let ancestor: BlockPoint | undefined;
  while (ancestor === undefined && left.length > 0) {
    const compared = left.slice(-POINTS_COMPARED);
    const hashes = await readPoints(parts.node, compared);
    const found = compared.filter((point) => hashes.has(point.number));
    ancestor = found.findLast((point) => hashes.get(point.number) === point.hash);
    isOther ||= found.some((point) => hashes.get(point.number) !== point.hash);
    left = left.slice(0, -POINTS_COMPARED);
  }
  if (reached.length > 0 && !isOther) return undefined;
  const oldest = at.known[0]?.number ?? 0n;
  const { number } = ancestor ?? { number: -1n };
  at.known = at.known.filter((point) => point.number <= number);
  if ((at.finalizedNumber ?? -1n) > number) at.finalizedNumber = ancestor?.number;
  // Without an ancestor a chain that is shorter than ours is another chain, to be read from its start.
  at.next = nextAfter(at.known) ?? (head.point.number < oldest ? 0n : oldest);
  return { type: 'reorg', ancestor };
}

interface Onward {
  readonly head: Head;
  readonly next: bigint;
  readonly isOurs: FollowFrom['isOurs'];
}

async function goOn(parts: FollowParts, at: Position, onward: Onward): Promise<ChainHappening> {
  const { head, next } = onward;
  const last = next + at.windowBlocks - 1n;
  const to = last < head.point.number ? await pointAt(parts.node, last) : head.point;
  const { logs, points } = await readLogs(parts, at, { next, to });
  const transfers = await readTransfers(parts, logs, onward.isOurs);
  at.known = [...at.known, ...points, to].slice(-POINTS_MAX);
  at.next = to.number + 1n;
  // A tag that is not served for once must not make depth count in its place.
  at.finalizedNumber = head.finalizedNumber ?? at.finalizedNumber;
  return {
    type: 'blocks',
    transfers,
    points: [...points, to],
    to,
    headNumber: head.point.number,
    finalizedNumber: at.finalizedNumber,
  };
}

/**
 * Blocks to remember beside the end of a window, close together near it: were only ends remembered,
 * a reorg of the first block that was ever looked at, or of the head after a long absence, would find
 * no ancestor. While block follows block there is nothing between.
 */
function anchorsBelow(end: bigint, newest: bigint | undefined): bigint[] {
  return ANCHOR_DEPTHS.map((depth) => end - depth).filter((number) => number > (newest ?? -1n));
}

/** The proxies' logs of a window; a complaint halves the next one, a run of answers doubles it. */
async function readLogs(
  parts: FollowParts,
  at: Position,
  window: { readonly next: bigint; readonly to: BlockPoint },
): Promise<Window> {
  const { next: from, to } = window;
  try {
    const beside = anchorsBelow(to.number, at.known.at(-1)?.number);
    const read = await readWindow(parts.node, { addresses: proxiesOf(parts), from, to, beside });
    grow(at);
    return read;
  } catch (error) {
    const asked = to.number - from + 1n;
    if (!(error instanceof Outage) || asked === 1n) throw error;
    at.windowBlocks = asked / 2n;
    at.answers = 0;
    throw new WindowRefused(`${asked} blocks at once: ${error.message}`);
  }
}

/** The contracts whose events stand for payments. */
function proxiesOf({ contracts }: FollowParts): Hex[] {
  const { feeProxy, nativeProxy, conversionProxy } = contracts;
  return [feeProxy, nativeProxy, conversionProxy].filter((address) => address !== undefined);
}

function grow(at: Position): void {
  at.answers += 1;
  if (at.answers < ANSWERS_BEFORE_GROWING) return;
  const doubled = at.windowBlocks * 2n;
  at.windowBlocks = doubled < WINDOW_BLOCKS_MAX ? doubled : WINDOW_BLOCKS_MAX;
  at.answers = 0;
}

async function readTransfers(
  parts: FollowParts,
  logs: readonly ProxyLog[],
  isOurs: FollowFrom['isOurs'],
): Promise<ObservedTransfer[]> {
  if (logs.length === 0) return [];
  const topics = [...new Set(logs.map(referenceTopicOf))];
  const wanted: ReadonlySet<Hex> = isOurs === undefined ? new Set(topics) : await isOurs(topics);
  const ours = logs.filter((log) => wanted.has(referenceTopicOf(log)));
  const found = await readReceipts(parts.node, ours);
  return found
    .flatMap(({ receipt, block }) => paymentsIn(receipt, parts.contracts, block))
    .filter((transfer) => wanted.has(transfer.referenceTopic));
}

async function pointAt(node: NodeClient, number: bigint): Promise<BlockPoint> {
  const hash = (await readPoints(node, [{ number }])).get(number);
  if (hash === undefined) throw new Outage(`the node does not know block ${number}`);
  return { number, hash };
}

function nextAfter(known: readonly BlockPoint[]): bigint | undefined {
  const newest = known.at(-1);
  return newest === undefined ? undefined : newest.number + 1n;
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
