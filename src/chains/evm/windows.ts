import { type Client, hexToBigInt, numberToHex, type RpcBlock, type RpcLog } from 'viem';
import type { Network } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { BlockPoint } from '../chain.ts';
import { PAYMENT_TOPICS } from '../events/decode.ts';
import { type EventLog, eventOf } from '../events/event-log.ts';
import {
  ChainMoved,
  type Head,
  type HeadQuery,
  type TaggedBlock,
} from '../following/block-source.ts';
import { areLinked, isHashed, pointOf, readBlock, timeOf } from './blocks.ts';
import { type BloomBits, bloomBits, fillPercentOf, mayHold } from './bloom.ts';
import type { EvmNodeClient } from './nodes/evm-connection.ts';

/** A log in a block. */
export interface ProxyLog extends EventLog {
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  readonly transactionHash: Hex;
}

/**
 * The head, the blocks with tags and the hash of the block of one number, all from one node. The last takes a request of
 * its own only where the head is further on than the block behind it.
 */
export async function readHeadBeside(
  node: EvmNodeClient,
  { besideNumber, shouldReadTags = true, shouldReadSafe = false }: HeadQuery,
): Promise<{ readonly head: Head; readonly block: RpcBlock }> {
  const { network } = node;
  // Nodes of some networks have no such tag; depth is counted there instead.
  const readTag = (client: Client, tag: 'finalized' | 'safe', isWanted: boolean) =>
    isWanted ? readBlock(client, network, tag).catch(() => null) : null;
  const [block, finalized, safe, beside] = await node.query(async (client) => {
    const [latest, ...tagged] = await Promise.all([
      readBlock(client, network, 'latest'),
      readTag(client, 'finalized', shouldReadTags),
      readTag(client, 'safe', shouldReadTags && shouldReadSafe),
    ]);
    return [latest, ...tagged, await readBeside(client, network, { latest, besideNumber })];
  });
  if (block === null) throw new Outage(`a node of ${network.name} returned no newest block`);
  const point = pointOf(block);
  const head = {
    point,
    finalized: taggedUpTo(point, finalized),
    safe: taggedUpTo(point, safe),
    beside,
  };
  return { head, block };
}

/** The hash of the block of a number; no further call where that is the newest one, its parent, or newer than it. */
async function readBeside(
  client: Client,
  network: Network,
  { latest, besideNumber }: Pick<HeadQuery, 'besideNumber'> & { readonly latest: RpcBlock | null },
): Promise<Hex | undefined> {
  if (latest === null || besideNumber === undefined) return undefined;
  const { number, hash } = pointOf(latest);
  if (number < besideNumber) return undefined;
  if (number === besideNumber) return hash;
  if (number === besideNumber + 1n) return latest.parentHash;
  const block = await readBlock(client, network, besideNumber);
  return block === null ? undefined : pointOf(block).hash;
}

/** A block above the head is neither final nor safe, whatever a node returns. */
function taggedUpTo({ number: head }: BlockPoint, block: RpcBlock | null): TaggedBlock | undefined {
  if (block === null) return undefined;
  const { number } = pointOf(block);
  return number > head ? undefined : { number, at: timeOf(block) };
}

/**
 * The hashes that the node has for these block numbers; those it does not have are missing. Throws `ChainMoved`
 * where blocks that follow each other are not linked.
 */
export async function readPoints(
  node: EvmNodeClient,
  wanted: readonly Pick<BlockPoint, 'number'>[],
): Promise<ReadonlyMap<bigint, Hex>> {
  const blocks = await node.query((client) =>
    Promise.all(wanted.map(({ number }) => readBlock(client, node.network, number))),
  );
  const known = blocks.filter((block) => block !== null);
  if (!areLinked(known)) throw moved(node, wanted[0]?.number ?? 0n);
  return new Map(known.map(pointOf).map(({ number, hash }) => [number, hash]));
}

/** Blocks to read in one request. */
export interface WindowQuery {
  readonly from: bigint;
  /** The block that ends the window, as it was before its logs were read. */
  readonly to: BlockPoint;
  /** Numbers of earlier blocks whose hashes are read too, ascending. */
  readonly beside: readonly bigint[];
  /** The hash of the block before the window, to which it must be linked; undefined where none is known. */
  readonly parent: Hex | undefined;
  /** How full a bloom may be to be trusted, in percent; without it none is scanned. */
  readonly bloomFillMax?: number;
  /** The newest block as the same nodes returned it last; it need not be read again where it is the window. */
  readonly newest?: RpcBlock | undefined;
}

/** What was read of a window. */
export interface Window {
  /** In the order of the chain. */
  readonly logs: readonly ProxyLog[];
  /** The additional blocks, as far as the node has them, oldest first. */
  readonly points: readonly BlockPoint[];
  /** Whether another node should be queried: a header allows for a payment that was not reported. */
  readonly isSuspect: boolean;
  /** Whether the node reported logs that it calls removed itself. */
  readonly hasRemoved: boolean;
}

/**
 * The events of these contracts in a window, all with one call; without addresses those of all
 * contracts, and a node that refuses that is not rated worse. The block that ends the window
 * is read in the same request: behind one URL there may be several nodes, and one that has not
 * seen that block yet would return an empty list. Logs of a single block are read by its
 * hash, for which a node without that block can only return an error. So where the window is the newest block alone, and its
 * header is true to its hash, that header is not read again; and where its bloom rules out every event of the contracts, no logs are.
 *
 * Throws `ChainMoved` where the window does not end with the expected block, its blocks are not linked to each other and
 * to what comes before them, or a log is of none of them: nothing would ever undo that.
 */
export async function readWindow(
  node: EvmNodeClient,
  addresses: readonly Hex[] | undefined,
  window: WindowQuery,
): Promise<Window> {
  const { from, to, parent } = window;
  const isSingle = from === to.number;
  const range = isSingle
    ? { blockHash: to.hash }
    : { fromBlock: numberToHex(from), toBlock: numberToHex(to.number) };
  const about = addresses === undefined ? {} : { address: [...addresses] };
  const shouldReadFirst = parent !== undefined && !isSingle && !window.beside.includes(from);
  const header = headerOf(node, window);
  if (
    header !== undefined &&
    addresses !== undefined &&
    !mayHoldPayment(header.logsBloom, addresses)
  ) {
    checkBlocks(node, window, { first: null, beside: [], end: header });
    return { logs: [], points: [], isSuspect: false, hasRemoved: false };
  }
  // The end comes after the blocks beside it, so that it confirms them.
  const [first, beside, end, logs] = await node.query(
    (client) =>
      Promise.all([
        shouldReadFirst ? readBlock(client, node.network, from) : null,
        Promise.all(window.beside.map((number) => readBlock(client, node.network, number))),
        header ?? readBlock(client, node.network, to.number),
        client.request({
          method: 'eth_getLogs',
          params: [{ ...about, topics: [PAYMENT_TOPICS], ...range }],
        }),
      ]),
    addresses === undefined ? 'foreign' : 'read',
  );
  const known = checkBlocks(node, window, { first, beside, end });
  const kept = logs.filter((log) => log.removed !== true);
  const settled = kept.map(settledLog).sort(byPosition);
  if (!areWithin(window, known, settled)) throw moved(node, from);
  const hasRemoved = kept.length < logs.length;
  return {
    logs: settled,
    hasRemoved,
    isSuspect: hasRemoved || allowsForMore(window, { known, logs: settled, addresses }),
    points: beside.flatMap((block) => (block === null ? [] : [pointOf(block)])),
  };
}

/** The header of a window that is the newest block alone, where it was read before and is true to its hash. */
function headerOf(node: EvmNodeClient, window: WindowQuery): RpcBlock | undefined {
  const { from, to, beside, newest } = window;
  const isNewestAlone = from === to.number && beside.length === 0 && newest?.hash === to.hash;
  return isNewestAlone && isHashed(node.network, to.number) ? newest : undefined;
}

/** The blocks of a window; throws `ChainMoved` where it does not end with the expected block or they are not linked. */
export function checkBlocks(
  node: EvmNodeClient,
  window: WindowQuery,
  {
    first,
    beside,
    end,
  }: {
    readonly first: RpcBlock | null;
    readonly beside: readonly (RpcBlock | null)[];
    readonly end: RpcBlock | null;
  },
): RpcBlock[] {
  const { from, to } = window;
  if (end === null || pointOf(end).hash !== to.hash) throw moved(node, to.number);
  const isMissing = beside.some((block, at) => block === null && (window.beside[at] ?? 0n) >= from);
  const known = [first, ...beside, end].filter((block) => block !== null);
  const before = [[from - 1n, window.parent]] as const;
  if (isMissing || !areLinked(known, before)) throw moved(node, from);
  return known;
}

/** Of headers whose bloom is too full to exclude anything, one in so many is compared with another node. */
const SAMPLED_BLOCKS = 16n;

/**
 * Whether the bloom of a known header allows for a payment in its block of which no log was returned. One that is
 * fuller than expected allows for nearly anything; of those only samples count.
 */
function allowsForMore(
  { from, bloomFillMax }: WindowQuery,
  {
    known,
    logs,
    addresses,
  }: {
    readonly known: readonly RpcBlock[];
    readonly logs: readonly ProxyLog[];
    readonly addresses: readonly Hex[] | undefined;
  },
): boolean {
  if (bloomFillMax === undefined || addresses === undefined) return false;
  const reported = new Set(logs.map(({ blockNumber }) => blockNumber));
  return known.some((block) => {
    const { number } = pointOf(block);
    if (number < from || reported.has(number) || !mayHoldPayment(block.logsBloom, addresses))
      return false;
    return fillPercentOf(block.logsBloom) <= bloomFillMax || number % SAMPLED_BLOCKS === 0n;
  });
}

/** The bits of a contract with an event that stands for payments, cached because each header is checked for them. */
const paymentBits = new Map<Hex, readonly BloomBits[]>();

function mayHoldPayment(bloom: unknown, addresses: readonly Hex[]): boolean {
  return addresses.some((address) => {
    const bits =
      paymentBits.get(address) ?? PAYMENT_TOPICS.map((topic) => bloomBits([address, topic]));
    paymentBits.set(address, bits);
    return bits.some((some) => mayHold(bloom, some));
  });
}

/** Sorts logs in the order of the chain. */
export function byPosition(left: ProxyLog, right: ProxyLog): number {
  const blocks = Number(left.blockNumber - right.blockNumber);
  return blocks === 0 ? left.logIndex - right.logIndex : blocks;
}

/** Whether logs are of the window, each of the same block where that block is known. */
function areWithin(
  { from, to }: WindowQuery,
  blocks: readonly RpcBlock[],
  logs: readonly ProxyLog[],
): boolean {
  const hashes = new Map(blocks.map(pointOf).map(({ number, hash }) => [number, hash]));
  return logs.every(
    ({ blockNumber, blockHash }) =>
      blockNumber >= from &&
      blockNumber <= to.number &&
      (hashes.get(blockNumber) ?? blockHash) === blockHash,
  );
}

/** What is thrown where a block is not the one that was read before. */
export function moved(node: EvmNodeClient, number: bigint): ChainMoved {
  return new ChainMoved(`block ${number} of ${node.network.name} changed while it was read`);
}

/** A log as it stands in a block; throws `Outage` for one that a node gave no place. */
export function settledLog(log: RpcLog): ProxyLog {
  const { blockNumber, blockHash, logIndex, transactionHash } = log;
  if (blockNumber === null || blockHash === null || logIndex === null || transactionHash === null) {
    throw new Outage('a node gave a log without a place in a block');
  }
  return {
    ...eventOf({ ...log, logIndex }),
    blockNumber: hexToBigInt(blockNumber),
    blockHash,
    transactionHash,
  };
}
