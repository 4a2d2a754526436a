import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { BlockPoint, FollowFrom } from '../chain.ts';
import { type PayingContracts, referenceTopicOf } from '../events/decode.ts';
import { lowerCase } from '../events/event-log.ts';
import {
  type BlockRange,
  ChainMoved,
  eventName,
  type ScannedChunk,
  type ScanQuery,
  SPOOFED_EVENTS_READ_MAX,
  type SpoofedEvents,
} from '../following/block-source.ts';
import { readAhead } from '../following/read-ahead.ts';
import {
  type PaymentEvent,
  paymentEventsIn,
  tronPaymentsIn,
  tronSpoofedTransferIn,
} from './payments.ts';
import type { ProvenBlocks } from './proven-blocks.ts';
import { type ReadBlock, type ReadParts, readReceiptsAgain, readWholeBlock } from './read-block.ts';
import { readPoints } from './read-headers.ts';

/** Blocks that are read at the same time, each with two requests: some megabytes, and little for a node. */
const BLOCKS_IN_FLIGHT = 8;
/** How many blocks are reported at a time: some seconds of reading, so that little is read again. */
const CHUNK_BLOCKS = 50;

/** What scanning needs. */
export interface ScanParts extends ReadParts {
  readonly contracts: PayingContracts;
  /** What was proven of the newest blocks, for reading them again; undefined where none are. */
  readonly proven?: ProvenBlocks | undefined;
}

/**
 * Scans ranges of blocks, several blocks at a time, each read whole. Of a block only the receipts with events of
 * payments are kept, so that memory does not grow with what others do in it. See `BlockSource.scanAhead`.
 */
export async function* scanBlocks(
  parts: ScanParts,
  scanQuery: ScanQuery,
): AsyncGenerator<ScannedChunk, void, void> {
  const isAgain = scanQuery.reportedEvents !== undefined;
  if (isAgain) await checkHead(parts, scanQuery);
  const read = readAhead(numbersIn(scanQuery.ranges), BLOCKS_IN_FLIGHT, (number) =>
    readFound(parts, number, isAgain),
  );
  try {
    yield* chunksOf(parts, scanQuery, read);
  } finally {
    await read.return();
  }
}

async function* chunksOf(
  parts: ScanParts,
  scanQuery: ScanQuery,
  read: AsyncGenerator<FoundBlock, void, void>,
): AsyncGenerator<ScannedChunk, void, void> {
  const { ranges, head } = scanQuery;
  let behind = scanQuery.behind;
  for (const range of ranges) {
    let logs = 0;
    let blocks: FoundBlock[] = [];
    const before = await readBefore(parts, range);
    behind ??= before.at(-1);
    let points: readonly BlockPoint[] = before;
    for (let number = range.from; number <= range.to; number++) {
      const { value } = await read.next();
      if (value === undefined) return;
      if (isMoved(value, { behind, head })) {
        parts.proven?.clear();
        throw moved(parts, number);
      }
      behind = pointOf(value);
      blocks.push(value);
      if (blocks.length < CHUNK_BLOCKS && number < range.to) continue;
      const chunk = await chunkOf(parts, scanQuery, { range, blocks });
      logs += chunk.logs;
      yield { ...chunk, logs, points: [...points, ...chunk.points] };
      blocks = [];
      points = [];
    }
  }
}

/** A block, and where in it events of payments are. */
interface FoundBlock extends BlockPoint {
  readonly parentHash: Hex;
  readonly events: readonly PaymentEvent[];
}

/** Whether the node that is queried now has the newest block too: then it has all below, as each names its parent. */
async function checkHead({ node }: ScanParts, { head }: ScanQuery): Promise<void> {
  if (head === undefined) return;
  const hashes = await readPoints(node, [head]);
  if (hashes.get(head.number) !== head.hash) throw moved({ node }, head.number);
}

async function readFound(parts: ScanParts, number: bigint, isAgain: boolean): Promise<FoundBlock> {
  const known = isAgain ? parts.proven?.get(number) : undefined;
  const read = await (known === undefined
    ? readWholeBlock(parts, number)
    : readReceiptsAgain(parts, known));
  if (read === undefined) throw new Outage(`the node does not have block ${number}`);
  parts.proven?.add(read.block);
  return foundIn(read);
}

function foundIn({ block, receipts }: ReadBlock): FoundBlock {
  const { number, hash, parentHash, time } = block;
  return { number, hash, parentHash, events: paymentEventsIn(receipts, { number, hash, time }) };
}

function* numbersIn(ranges: readonly BlockRange[]): Generator<bigint, void, void> {
  for (const { from, to } of ranges) for (let number = from; number <= to; number++) yield number;
}

/** The blocks before a range that are remembered too, to find the ancestor of a reorg. */
async function readBefore({ node }: ScanParts, range: BlockRange): Promise<BlockPoint[]> {
  const wanted = range.beside.filter((number) => number < range.from);
  if (wanted.length === 0) return [];
  const hashes = await readPoints(
    node,
    wanted.map((number) => ({ number })),
  );
  return [...hashes].map(([number, hash]) => ({ number, hash }));
}

/** Whether a block does not continue the one before it, or is not the head that was just read. */
function isMoved(block: FoundBlock, { behind, head }: Pick<ScanQuery, 'behind' | 'head'>): boolean {
  const isLinked = behind?.number !== block.number - 1n || behind.hash === block.parentHash;
  return !isLinked || (head?.number === block.number && head.hash !== block.hash);
}

function moved({ node }: Pick<ScanParts, 'node'>, number: bigint): ChainMoved {
  return new ChainMoved(`block ${number} of ${node.network.name} changed while it was read`);
}

const pointOf = ({ number, hash }: BlockPoint): BlockPoint => ({ number, hash });

async function chunkOf(
  { contracts }: ScanParts,
  { isOurs, shouldQueryAllContracts = false, reportedEvents }: ScanQuery,
  { range, blocks }: { readonly range: BlockRange; readonly blocks: readonly FoundBlock[] },
): Promise<ScannedChunk> {
  const [last] = blocks.slice(-1);
  if (last === undefined) throw new Outage('no block was read');
  const proxy = lowerCase(contracts.feeProxy);
  const events = blocks.flatMap((block) => block.events);
  const payments = events.filter(({ address }) => address === proxy);
  const news = payments.filter((event) => reportedEvents?.has(nameOf(event)) !== true);
  const wanted = await wantedIn(news, isOurs);
  const receipts = new Map(
    news
      .filter((event) => wanted.has(referenceTopicOf(event)))
      .map(({ receipt, block }) => [receipt.transactionHash, { receipt, block }]),
  );
  const names = new Set(news.map(nameOf));
  const transfers = [...receipts.values()]
    .flatMap(({ receipt, block }) => tronPaymentsIn(receipt, contracts, block))
    .filter(
      ({ referenceKey, block, logIndex }) =>
        wanted.has(referenceKey) && names.has(eventName(block.hash, logIndex)),
    );
  const others = shouldQueryAllContracts
    ? events.filter(
        (event) => event.address !== proxy && reportedEvents?.has(nameOf(event)) !== true,
      )
    : [];
  const beside = new Set(range.beside);
  return {
    transfers,
    points: blocks.filter(({ number }) => beside.has(number) && number < last.number).map(pointOf),
    from: range.from,
    to: pointOf(last),
    spoofedEvents: await spoofedIn(others, isOurs),
    again: events.map(nameOf).filter((name) => reportedEvents?.has(name) === true),
    logs: payments.length,
  };
}

async function spoofedIn(
  events: readonly PaymentEvent[],
  isOurs: FollowFrom['isOurs'],
): Promise<SpoofedEvents> {
  const naming = events.filter(({ topics }) => topics[1] !== undefined);
  const read = naming.slice(0, SPOOFED_EVENTS_READ_MAX);
  const wanted = await wantedIn(read, isOurs);
  const ours = read.filter((event) => wanted.has(referenceTopicOf(event)));
  return { transfers: ours.map(tronSpoofedTransferIn), unread: naming.length - read.length };
}

/** One look-up for all references of a chunk, however many payments are open. */
async function wantedIn(
  events: readonly PaymentEvent[],
  isOurs: FollowFrom['isOurs'],
): Promise<ReadonlySet<Hex>> {
  const keys = [...new Set(events.map(referenceTopicOf))];
  return isOurs === undefined || keys.length === 0 ? new Set(keys) : await isOurs(keys);
}

function nameOf({ block, logIndex }: PaymentEvent): string {
  return eventName(block.hash, logIndex);
}
