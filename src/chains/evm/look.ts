import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { BlockPoint, FollowFrom, ObservedTransfer } from '../chain.ts';
import type { NodeClient } from './client.ts';
import { type PayingContracts, paymentsIn, referenceTopicOf } from './decode.ts';
import { lowerCase } from './event-log.ts';
import { readFilledBlock } from './filled-block.ts';
import { type Imitations, NO_IMITATIONS, readImitations } from './imitations.ts';
import { Complaint } from './nodes/failure.ts';
import { readAhead } from './read-ahead.ts';
import { readReceipts } from './receipts.ts';
import {
  byPlace,
  ChainMoved,
  type ProxyLog,
  readPoints,
  readWindow,
  type Window,
  type WindowAsk,
} from './windows.ts';

/** Windows whose logs are read at the same time while there is much to catch up with. */
const WINDOWS_IN_FLIGHT = 4;

/**
 * Payments of ours that are told at a time, and as many more as their last block holds: enough to make
 * light of a commit, and little enough that one part is written down while the next are read.
 */
const PART_PAYMENTS = 1_000;
/** Parts whose receipts are read at the same time; with their questions, as many as there are connections. */
const PARTS_IN_FLIGHT = 4;

/** What looking at blocks needs. */
export interface LookParts {
  readonly node: NodeClient;
  readonly contracts: PayingContracts;
  /** How full a header's bloom may be, in percent, to be held against what a node tells of its block. */
  readonly bloomFillMax: number;
}

/** A stretch of blocks to look at, in one request. */
export interface Stretch {
  readonly from: bigint;
  readonly to: bigint;
  /** Numbers of other blocks whose hashes are wanted too, ascending. */
  readonly beside: readonly bigint[];
}

/** What a part of a stretch holds, which ends with a whole block; the next begins right behind it. */
export interface Looked {
  readonly transfers: readonly ObservedTransfer[];
  /** The blocks asked for beside the stretch, as far as they are of this part, oldest first. */
  readonly points: readonly BlockPoint[];
  /** The first block of the whole stretch. */
  readonly from: bigint;
  readonly to: BlockPoint;
  /** What contracts that are no proxies told of ours in the stretch, with its last part; it credits nothing. */
  readonly imitations: Imitations;
  /** The names of events in the stretch that were known already, with its last part. */
  readonly again: readonly string[];
  /** How many payments there are from the first block of the stretch on, also of strangers. */
  readonly logs: number;
}

/** The name of an event for good: two forks of a block have different ones. */
export function eventName(blockHash: string, logIndex: number): string {
  return `${blockHash} ${logIndex}`;
}

/** A node refused a window of several blocks; a smaller one may pass. */
export class WindowRefused extends Outage {
  readonly asked: bigint;

  constructor(asked: bigint, words: string) {
    super(`${asked} blocks at once: ${words}`);
    this.asked = asked;
  }
}

/** The stretches to look at, one right behind the other, and what they hang together with. */
export interface Looking {
  readonly stretches: readonly Stretch[];
  /** The block before the first, where it is known. */
  readonly behind: BlockPoint | undefined;
  /** The newest block, where it was just read. */
  readonly head: BlockPoint | undefined;
  readonly isOurs: FollowFrom['isOurs'];
  /** Whether contracts that only imitate a proxy are looked for too. */
  readonly asksEverybody?: boolean;
  /** Names of events that are known already and not told again. */
  readonly told?: ReadonlyMap<string, unknown>;
}

/**
 * Looks at stretches of blocks, several at a time, and tells of each in its turn, in several parts where
 * it holds much of ours. The blocks that end stretches are read before any logs, and each must be linked
 * to the one before: so a reorg in between shows as `ChainMoved`, and never as a payment that was not
 * looked for. The blocks that end parts are those that the receipts of their last payments name.
 *
 * Throws `WindowRefused` in the turn of a stretch that a node did not answer and that can be smaller;
 * whatever was read ahead of it is thrown away.
 */
export async function* lookAhead(
  parts: LookParts,
  looking: Looking,
): AsyncGenerator<Looked, void, void> {
  const asks = await asksOf(parts, looking);
  const found = readAhead(asks, WINDOWS_IN_FLIGHT, (ask) => find(parts, ask, looking));
  yield* readAhead(partsOf(found), PARTS_IN_FLIGHT, (part) => look(parts, part));
}

/** The stretches with the blocks that end them and those that they must be linked to. */
async function asksOf(
  { node }: LookParts,
  { stretches, behind, head }: Looking,
): Promise<WindowAsk[]> {
  const unknown = stretches.filter(({ to }) => to !== head?.number);
  const ends = new Map(
    unknown.length === 0
      ? []
      : await readPoints(
          node,
          unknown.map(({ to }) => ({ number: to })),
        ),
  );
  if (head !== undefined) ends.set(head.number, head.hash);
  let parent = behind?.hash;
  return stretches.map(({ from, to, beside }) => {
    const hash = ends.get(to);
    if (hash === undefined) throw new Outage(`the node does not know block ${to}`);
    const ask = { from, to: { number: to, hash }, beside, parent };
    parent = hash;
    return ask;
  });
}

/** What a stretch holds of ours, before a receipt of it was read. */
interface Found extends Pick<Looked, 'imitations' | 'again'> {
  readonly ask: WindowAsk;
  readonly window: Window;
  /** In the order of the chain. */
  readonly ours: readonly ProxyLog[];
  readonly wanted: ReadonlySet<Hex>;
}

async function find(parts: LookParts, ask: WindowAsk, looking: Looking): Promise<Found> {
  const { isOurs, told, asksEverybody = false } = looking;
  const window = asksEverybody ? await readLogs(parts, ask, true) : await readCompared(parts, ask);
  const proxies = new Set(proxiesOf(parts.contracts).map(lowerCase));
  const isByProxy = ({ address }: ProxyLog) => proxies.has(address);
  const isKnown = (log: ProxyLog) => told?.has(nameOf(log)) === true;
  const news = window.logs.filter((log) => !isKnown(log));
  const again = told === undefined ? [] : window.logs.filter(isKnown).map(nameOf);
  const payments = news.filter(isByProxy);
  const topics = [...new Set(payments.map(referenceTopicOf))];
  const wanted: ReadonlySet<Hex> =
    isOurs === undefined || topics.length === 0 ? new Set(topics) : await isOurs(topics);
  const ours = payments.filter((log) => wanted.has(referenceTopicOf(log)));
  const others = asksEverybody ? news.filter((log) => !isByProxy(log)) : [];
  const imitations = await readImitations(parts.node, others, isOurs);
  return { ask, window, ours, wanted, imitations, again };
}

function nameOf({ blockHash, logIndex }: ProxyLog): string {
  return eventName(blockHash, logIndex);
}

/** A part of what was found, before its receipts were read. */
interface Part extends Omit<Looked, 'transfers'> {
  readonly ours: readonly ProxyLog[];
  readonly wanted: ReadonlySet<Hex>;
}

async function* partsOf(found: AsyncIterable<Found>): AsyncGenerator<Part, void, void> {
  for await (const { ask, window, ours, wanted, imitations, again } of found) {
    let behind: bigint | undefined;
    let logs = 0;
    for (const piece of cut(ours, ask.to)) {
      const { to } = piece;
      const isWithin = ({ number }: BlockPoint) =>
        number < to.number && (behind === undefined || number > behind);
      while ((window.logs[logs]?.blockNumber ?? to.number + 1n) <= to.number) logs += 1;
      yield {
        ours: piece.logs,
        wanted,
        points: window.points.filter(isWithin),
        from: ask.from,
        to,
        imitations: to === ask.to ? imitations : NO_IMITATIONS,
        again: to === ask.to ? again : [],
        logs,
      };
      behind = to.number;
    }
  }
}

/** Cuts logs where a block ends; the last of the pieces ends where all of them do. */
function cut(logs: readonly ProxyLog[], to: BlockPoint) {
  const pieces: { readonly logs: readonly ProxyLog[]; readonly to: BlockPoint }[] = [];
  let first = 0;
  for (const [at, { blockNumber: number, blockHash: hash }] of logs.entries()) {
    const next = logs[at + 1];
    if (at + 1 - first < PART_PAYMENTS || next === undefined || next.blockNumber === number)
      continue;
    pieces.push({ logs: logs.slice(first, at + 1), to: { number, hash } });
    first = at + 1;
  }
  return [...pieces, { logs: logs.slice(first), to }];
}

/** The payments behind the logs of a part. */
async function look({ node, contracts }: LookParts, part: Part): Promise<Looked> {
  const { ours, wanted, ...looked } = part;
  const transfers: ObservedTransfer[] = [];
  for await (const found of readReceipts(node, ours)) {
    for (const { receipt, block } of found) {
      for (const transfer of paymentsIn(receipt, contracts, block)) {
        if (wanted.has(transfer.referenceKey)) transfers.push(transfer);
      }
    }
  }
  return { ...looked, transfers };
}

/**
 * What one node tells of a window, and where its headers do not bear that out, what another one does: once,
 * because a bloom proves absence only. What both keep back is found when the blocks are read again.
 */
async function readCompared(parts: LookParts, ask: WindowAsk): Promise<Window> {
  const first = await readLogs(parts, ask, false);
  if (!first.isDoubtful) return first;
  try {
    const second = await readLogs({ ...parts, node: parts.node.another() }, ask, false);
    const told = new Set(first.logs.map(nameOf));
    const keptBack = second.logs.filter((log) => !told.has(nameOf(log)));
    if (first.hasRemoved || keptBack.length > 0) parts.node.doubt();
    return { ...first, logs: [...first.logs, ...keptBack].sort(byPlace) };
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    return first;
  }
}

async function readLogs(
  { node, contracts, bloomFillMax }: LookParts,
  ask: WindowAsk,
  asksEverybody: boolean,
): Promise<Window> {
  const proxies = proxiesOf(contracts);
  try {
    return await readWindow(node, asksEverybody ? undefined : proxies, { ...ask, bloomFillMax });
  } catch (error) {
    const asked = ask.to.number - ask.from + 1n;
    if (!(error instanceof Outage) || error instanceof ChainMoved) throw error;
    // Of all contracts together even a single block may be too much, which says nothing of the proxies.
    if (asksEverybody) throw new WindowRefused(asked, error.message);
    // A node that is away or late says nothing of the size.
    if (asked > 1n)
      throw error instanceof Complaint ? new WindowRefused(asked, error.message) : error;
    return await readFilledBlock(node, proxies, ask);
  }
}

/** The contracts whose events stand for payments. */
function proxiesOf({ feeProxy, nativeProxy, conversionProxy }: PayingContracts): Hex[] {
  return [feeProxy, nativeProxy, conversionProxy].filter((address) => address !== undefined);
}
