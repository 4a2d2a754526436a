import type { RpcBlock } from 'viem';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { BlockPoint, ObservedTransfer } from '../chain.ts';
import { type PayingContracts, paymentsIn, referenceTopicOf } from '../events/decode.ts';
import { lowerCase } from '../events/event-log.ts';
import {
  ChainMoved,
  eventName,
  NO_SPOOFED_EVENTS,
  type ScannedChunk,
  type ScanQuery,
  WindowRefused,
} from '../following/block-source.ts';
import { readAhead } from '../following/read-ahead.ts';
import { Complaint } from '../nodes/failure.ts';
import { readFilledBlock } from './filled-block.ts';
import type { EvmNodeClient } from './nodes/evm-connection.ts';
import { readReceipts } from './receipts.ts';
import { readSpoofedEvents } from './spoofed-events.ts';
import {
  byPosition,
  type ProxyLog,
  readPoints,
  readWindow,
  type Window,
  type WindowQuery,
} from './windows.ts';

/** Windows whose logs are read at the same time while there is much to catch up with. */
const WINDOWS_IN_FLIGHT = 4;

/**
 * How many of our payments are reported at a time, plus the rest of their last block: enough to make
 * a commit cheap, and few enough that one chunk is stored while the next are read.
 */
const CHUNK_PAYMENTS = 1_000;
/** Chunks whose receipts are read at the same time: as many requests as there are connections. */
const CHUNKS_IN_FLIGHT = 4;

/** What scanning needs. */
export interface ScanParts {
  readonly node: EvmNodeClient;
  readonly contracts: PayingContracts;
  /** How full a header's bloom may be, in percent, for checking what a node reports about its block. */
  readonly bloomFillMax: number;
  /** The newest block as the same nodes returned it last. */
  readonly newest?: RpcBlock | undefined;
}

/**
 * Scans ranges of blocks, several at a time, and reports each in order, in several chunks where
 * it has many of our payments. The blocks that end ranges are read before any logs, and each must be linked
 * to the one before: so a reorg in between shows as `ChainMoved`, and never as a payment that was not
 * scanned. The blocks that end chunks are those of the receipts of their last payments.
 *
 * Throws `WindowRefused` in the turn of a range that a node did not answer and that can be smaller;
 * ranges prefetched after it are dropped.
 */
export async function* scanAhead(
  parts: ScanParts,
  scanQuery: ScanQuery,
): AsyncGenerator<ScannedChunk, void, void> {
  const queries = await windowQueriesOf(parts, scanQuery);
  const found = readAhead(queries, WINDOWS_IN_FLIGHT, (windowQuery) =>
    find(parts, windowQuery, scanQuery),
  );
  yield* readAhead(chunksOf(found), CHUNKS_IN_FLIGHT, (foundChunk) => readChunk(parts, foundChunk));
}

/** The ranges with the blocks that end them and those that they must be linked to. */
async function windowQueriesOf(
  { node }: ScanParts,
  { ranges, behind, head }: ScanQuery,
): Promise<WindowQuery[]> {
  const unknown = ranges.filter(({ to }) => to !== head?.number);
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
  return ranges.map(({ from, to, beside }) => {
    const hash = ends.get(to);
    if (hash === undefined) throw new Outage(`the node does not have block ${to}`);
    const windowQuery = { from, to: { number: to, hash }, beside, parent };
    parent = hash;
    return windowQuery;
  });
}

/** Our logs in a range, before their receipts are read. */
interface Found extends Pick<ScannedChunk, 'spoofedEvents' | 'again'> {
  readonly windowQuery: WindowQuery;
  readonly window: Window;
  /** In the order of the chain. */
  readonly ours: readonly ProxyLog[];
  readonly wanted: ReadonlySet<Hex>;
}

async function find(
  parts: ScanParts,
  windowQuery: WindowQuery,
  scanQuery: ScanQuery,
): Promise<Found> {
  const { isOurs, reportedEvents, shouldQueryAllContracts = false } = scanQuery;
  const window = shouldQueryAllContracts
    ? await readLogs(parts, windowQuery, true)
    : await readCompared(parts, windowQuery);
  const proxies = new Set(proxiesOf(parts.contracts).map(lowerCase));
  const isByProxy = ({ address }: ProxyLog) => proxies.has(address);
  const isKnown = (log: ProxyLog) => reportedEvents?.has(nameOf(log)) === true;
  const news = window.logs.filter((log) => !isKnown(log));
  const again = reportedEvents === undefined ? [] : window.logs.filter(isKnown).map(nameOf);
  const payments = news.filter(isByProxy);
  const topics = [...new Set(payments.map(referenceTopicOf))];
  const wanted: ReadonlySet<Hex> =
    isOurs === undefined || topics.length === 0 ? new Set(topics) : await isOurs(topics);
  const ours = payments.filter((log) => wanted.has(referenceTopicOf(log)));
  const others = shouldQueryAllContracts ? news.filter((log) => !isByProxy(log)) : [];
  const spoofedEvents = await readSpoofedEvents(parts.node, others, isOurs);
  return { windowQuery, window, ours, wanted, spoofedEvents, again };
}

function nameOf({ blockHash, logIndex }: ProxyLog): string {
  return eventName(blockHash, logIndex);
}

/** A chunk of the logs, before their receipts are read. */
interface FoundChunk extends Omit<ScannedChunk, 'transfers'> {
  readonly ours: readonly ProxyLog[];
  readonly wanted: ReadonlySet<Hex>;
}

async function* chunksOf(found: AsyncIterable<Found>): AsyncGenerator<FoundChunk, void, void> {
  for await (const { windowQuery, window, ours, wanted, spoofedEvents, again } of found) {
    let behind: bigint | undefined;
    let logs = 0;
    for (const chunk of cut(ours, windowQuery.to)) {
      const { to } = chunk;
      const isWithin = ({ number }: BlockPoint) =>
        number < to.number && (behind === undefined || number > behind);
      while ((window.logs[logs]?.blockNumber ?? to.number + 1n) <= to.number) logs += 1;
      yield {
        ours: chunk.logs,
        wanted,
        points: window.points.filter(isWithin),
        from: windowQuery.from,
        to,
        spoofedEvents: to === windowQuery.to ? spoofedEvents : NO_SPOOFED_EVENTS,
        again: to === windowQuery.to ? again : [],
        logs,
      };
      behind = to.number;
    }
  }
}

/** Splits logs at the end of a block; the last chunk ends with the range. */
function cut(logs: readonly ProxyLog[], to: BlockPoint) {
  const chunks: { readonly logs: readonly ProxyLog[]; readonly to: BlockPoint }[] = [];
  let first = 0;
  for (const [at, { blockNumber: number, blockHash: hash }] of logs.entries()) {
    const next = logs[at + 1];
    if (at + 1 - first < CHUNK_PAYMENTS || next === undefined || next.blockNumber === number)
      continue;
    chunks.push({ logs: logs.slice(first, at + 1), to: { number, hash } });
    first = at + 1;
  }
  return [...chunks, { logs: logs.slice(first), to }];
}

/** The payments behind the logs of a chunk. */
async function readChunk(
  { node, contracts }: ScanParts,
  foundChunk: FoundChunk,
): Promise<ScannedChunk> {
  const { ours, wanted, ...chunk } = foundChunk;
  const transfers: ObservedTransfer[] = [];
  for await (const found of readReceipts(node, ours)) {
    for (const { receipt, block } of found) {
      for (const transfer of paymentsIn(receipt, contracts, block)) {
        if (wanted.has(transfer.referenceKey)) transfers.push(transfer);
      }
    }
  }
  return { ...chunk, transfers };
}

/**
 * The logs of a window from one node, and where its headers contradict them, those of another one: once,
 * because a bloom proves absence only. What both withhold is found when the blocks are read again.
 */
async function readCompared(parts: ScanParts, windowQuery: WindowQuery): Promise<Window> {
  const first = await readLogs(parts, windowQuery, false);
  if (!first.isSuspect) return first;
  try {
    // Its own header too: nothing of the first answer counts for it.
    const another = { ...parts, node: parts.node.another(), newest: undefined };
    const second = await readLogs(another, windowQuery, false);
    const reportedEvents = new Set(first.logs.map(nameOf));
    const keptBack = second.logs.filter((log) => !reportedEvents.has(nameOf(log)));
    if (first.hasRemoved || keptBack.length > 0) parts.node.markSuspect();
    return { ...first, logs: [...first.logs, ...keptBack].sort(byPosition) };
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    return first;
  }
}

async function readLogs(
  { node, contracts, bloomFillMax, newest }: ScanParts,
  windowQuery: WindowQuery,
  shouldQueryAllContracts: boolean,
): Promise<Window> {
  const proxies = proxiesOf(contracts);
  try {
    return await readWindow(node, shouldQueryAllContracts ? undefined : proxies, {
      ...windowQuery,
      bloomFillMax,
      newest,
    });
  } catch (error) {
    const asked = windowQuery.to.number - windowQuery.from + 1n;
    if (!(error instanceof Outage) || error instanceof ChainMoved) throw error;
    // Of all contracts together even a single block may be too much, which does not concern the proxies.
    if (shouldQueryAllContracts) throw new WindowRefused(asked, error.message);
    // A node that is down or late does not refuse the size.
    if (asked > 1n)
      throw error instanceof Complaint ? new WindowRefused(asked, error.message) : error;
    return await readFilledBlock(node, proxies, windowQuery);
  }
}

/** The contracts whose events stand for payments. */
function proxiesOf({ feeProxy, nativeProxy, conversionProxy }: PayingContracts): Hex[] {
  return [feeProxy, nativeProxy, conversionProxy].filter((address) => address !== undefined);
}
