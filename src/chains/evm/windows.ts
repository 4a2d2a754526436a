import {
  type Client,
  hexToBigInt,
  numberToHex,
  type RpcBlock,
  type RpcLog,
  type RpcTransactionReceipt,
} from 'viem';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { BlockPoint } from '../chain.ts';
import type { NodeClient } from './client.ts';
import { NATIVE_EVENT_TOPIC, PROXY_EVENT_TOPIC, type ReceiptBlock } from './decode.ts';
import { type EventLog, eventOf, lowerCase } from './event-log.ts';
import { readAhead } from './read-ahead.ts';

/** The events that name a reference and stand for one payment each. */
const PAYMENT_TOPICS: Hex[] = [PROXY_EVENT_TOPIC, NATIVE_EVENT_TOPIC];

/**
 * Receipts asked for at once, with as many blocks at most: what a request of a busy block holds, and
 * little enough to be read again when a node drops one of the answers.
 */
const RECEIPTS_AT_ONCE = 100;
/**
 * How many times as many travel at once, so that a node is not idle while answers are read. With four
 * windows of four requests each that is as many as there are connections.
 */
const RECEIPT_ASKS_IN_FLIGHT = 2;

/** A log that a block holds. */
export interface ProxyLog extends EventLog {
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  readonly transactionHash: Hex;
}

/** A block that a node calls final, or safe. */
export interface TaggedBlock {
  readonly number: bigint;
  /** When it was made, by its own word. */
  readonly at: Date;
}

/** The newest block, and what the same node says of others in the same breath. */
export interface Head {
  readonly point: BlockPoint;
  /** The newest block that the node calls final, where it does so. */
  readonly finalized: TaggedBlock | undefined;
  /** The newest block that the node calls safe, where it was asked and does so. */
  readonly safe: TaggedBlock | undefined;
  /** The hash of the block asked about beside the head; undefined when the node does not know it. */
  readonly beside: Hex | undefined;
}

/** The head, the blocks with tags and the block of one number, in one request. */
export async function readHeadBeside(
  node: NodeClient,
  {
    besideNumber,
    asksSafe,
  }: { readonly besideNumber?: bigint | undefined; readonly asksSafe?: boolean | undefined },
): Promise<Head> {
  const [latest, finalized, safe, beside] = await node.ask((client) =>
    Promise.all([
      readBlock(client, 'latest'),
      // Some networks' nodes know no such tag; depth is counted there instead.
      readBlock(client, 'finalized').catch(() => null),
      asksSafe === true ? readBlock(client, 'safe').catch(() => null) : null,
      besideNumber === undefined ? null : readBlock(client, numberToHex(besideNumber)),
    ]),
  );
  if (latest === null) throw new Outage(`a node of ${node.network.name} knows no newest block`);
  const point = pointOf(latest);
  return {
    point,
    finalized: taggedUpTo(point, finalized),
    safe: taggedUpTo(point, safe),
    beside: beside === null ? undefined : pointOf(beside).hash,
  };
}

/** What is not there yet is neither final nor safe, whatever a node says. */
function taggedUpTo({ number: head }: BlockPoint, block: RpcBlock | null): TaggedBlock | undefined {
  if (block === null) return undefined;
  const { number } = pointOf(block);
  return number > head ? undefined : { number, at: timeOf(block) };
}

/** The hashes that the node has for these block numbers; those it does not know are missing. */
export async function readPoints(
  node: NodeClient,
  wanted: readonly Pick<BlockPoint, 'number'>[],
): Promise<ReadonlyMap<bigint, Hex>> {
  const blocks = await node.ask((client) =>
    Promise.all(wanted.map(({ number }) => readBlock(client, numberToHex(number)))),
  );
  return new Map(
    blocks.flatMap((block) => {
      if (block === null) return [];
      const { number, hash } = pointOf(block);
      return [[number, hash] as const];
    }),
  );
}

/** Blocks were replaced, or told of differently, while they were read; they are read again. */
export class ChainMoved extends Outage {}

/** Blocks to ask for in one request. */
export interface WindowAsk {
  readonly from: bigint;
  /** The block that ends the window, as it was known before its logs were asked for. */
  readonly to: BlockPoint;
  /** Numbers of earlier blocks whose hashes are wanted too, ascending. */
  readonly beside: readonly bigint[];
  /** The hash of the block before the window, to which it must be linked; undefined where none is known. */
  readonly parent: Hex | undefined;
}

/** What was read of a window. */
export interface Window {
  /** In the order of the chain. */
  readonly logs: readonly ProxyLog[];
  /** The blocks asked for beside it, as far as the node has them, oldest first. */
  readonly points: readonly BlockPoint[];
}

/**
 * The events of these contracts in a window, all with one question; without addresses those of all
 * contracts, and a node that does not answer that is no worse for it. The block that ends the window
 * is asked for in the same request: behind one URL there may be several nodes, and one that has not
 * seen that block yet would answer that nothing happened. Logs of a single block are asked for by its
 * hash, to which a node that does not have it can only complain.
 *
 * Throws `ChainMoved` where the window does not end as known, its blocks are not linked to each other and
 * to what comes before them, or a log is of none of them: nothing would ever take that back.
 */
export async function readWindow(
  node: NodeClient,
  addresses: readonly Hex[] | undefined,
  window: WindowAsk,
): Promise<Window> {
  const { from, to, parent } = window;
  const isSingle = from === to.number;
  const range = isSingle
    ? { blockHash: to.hash }
    : { fromBlock: numberToHex(from), toBlock: numberToHex(to.number) };
  const about = addresses === undefined ? {} : { address: [...addresses] };
  const asksFirst = parent !== undefined && !isSingle && !window.beside.includes(from);
  // The end comes after the blocks beside it, so that it vouches for them.
  const [first, beside, end, logs] = await node.ask(
    (client) =>
      Promise.all([
        asksFirst ? readBlock(client, numberToHex(from)) : null,
        Promise.all(window.beside.map((number) => readBlock(client, numberToHex(number)))),
        readBlock(client, numberToHex(to.number)),
        client.request({
          method: 'eth_getLogs',
          params: [{ ...about, topics: [PAYMENT_TOPICS], ...range }],
        }),
      ]),
    addresses === undefined ? 'foreign' : 'read',
  );
  const known = checkBlocks(node, window, { first, beside, end });
  const settled = logs
    .filter((log) => log.removed !== true)
    .map(settledLog)
    .sort(byPlace);
  if (!areWithin(window, known, settled)) throw moved(node, from);
  return {
    logs: settled,
    points: beside.flatMap((block) => (block === null ? [] : [pointOf(block)])),
  };
}

/**
 * The same of a single block of which no node tells these contracts' events, because somebody filled it with
 * more than nodes answer at once. All of its receipts are read instead, which costs many questions and
 * always comes to an end.
 */
export async function readFilledBlock(
  node: NodeClient,
  addresses: readonly Hex[],
  window: WindowAsk,
): Promise<Window> {
  const { number, hash } = window.to;
  const [beside, end] = await node.ask((client) =>
    Promise.all([
      Promise.all(window.beside.map((other) => readBlock(client, numberToHex(other)))),
      readBlock(client, numberToHex(number)),
    ]),
  );
  checkBlocks(node, window, { first: null, beside, end });
  const proxies = new Set(addresses.map(lowerCase));
  const isPayment = ({ address, topics: [topic] }: ProxyLog) =>
    topic !== undefined && PAYMENT_TOPICS.includes(topic) && proxies.has(address);
  const held = (end?.transactions ?? []).map((one) => ({
    transactionHash: typeof one === 'string' ? one : one.hash,
    blockNumber: number,
    blockHash: hash,
  }));
  const logs: ProxyLog[] = [];
  for await (const found of readReceipts(node, held)) {
    for (const { receipt } of found) logs.push(...receipt.logs.map(settledLog).filter(isPayment));
  }
  return { logs, points: beside.flatMap((block) => (block === null ? [] : [pointOf(block)])) };
}

/** The blocks of a window; throws `ChainMoved` where it does not end as known or they are not linked. */
function checkBlocks(
  node: NodeClient,
  window: WindowAsk,
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
  if (isMissing || !isLinked(window, known)) throw moved(node, from);
  return known;
}

function byPlace(left: ProxyLog, right: ProxyLog): number {
  const blocks = Number(left.blockNumber - right.blockNumber);
  return blocks === 0 ? left.logIndex - right.logIndex : blocks;
}

/** Whether every block names the one before it as its parent, where that one is known. */
function isLinked(window: WindowAsk, blocks: readonly RpcBlock[]): boolean {
  const hashes = new Map<bigint, Hex | undefined>([[window.from - 1n, window.parent]]);
  for (const block of blocks) {
    const { number, hash } = pointOf(block);
    const parent = hashes.get(number - 1n);
    if (parent !== undefined && block.parentHash !== parent) return false;
    hashes.set(number, hash);
  }
  return true;
}

/** Whether logs are of the window, each of the very block that has its number where that is known. */
function areWithin(
  { from, to }: WindowAsk,
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

function moved(node: NodeClient, number: bigint): ChainMoved {
  return new ChainMoved(`block ${number} of ${node.network.name} changed while it was read`);
}

/** A transaction's receipt and the block that holds it. */
export interface FoundReceipt {
  readonly receipt: RpcTransactionReceipt;
  readonly block: ReceiptBlock;
}

/** Where a transaction is. */
type Held = Pick<ProxyLog, 'transactionHash' | 'blockNumber' | 'blockHash'>;

/**
 * The receipts behind logs, one for each transaction, in chain order, with their blocks; as many at a
 * time as a request takes. Throws `ChainMoved` when a reorg moved one of them meanwhile; the window is
 * then read again.
 */
export async function* readReceipts(
  node: NodeClient,
  logs: readonly Held[],
): AsyncGenerator<FoundReceipt[], void, void> {
  const byHash = new Map(logs.map((log) => [log.transactionHash, log]));
  const wanted = [...byHash.values()];
  const asks: Held[][] = [];
  for (let at = 0; at < wanted.length; at += RECEIPTS_AT_ONCE) {
    asks.push(wanted.slice(at, at + RECEIPTS_AT_ONCE));
  }
  yield* readAhead(asks, RECEIPT_ASKS_IN_FLIGHT, (ask) => readSomeReceipts(node, ask));
}

/**
 * Together they may be more than a node sends: a receipt holds whatever its sender pays for. Then they
 * are read one by one, so that nobody stops us at a block by filling it.
 */
async function readSomeReceipts(
  node: NodeClient,
  wanted: readonly Held[],
): Promise<FoundReceipt[]> {
  try {
    return await readTogether(node, wanted);
  } catch (error) {
    const isAlone = wanted.length === 1;
    if (!(error instanceof Outage) || error instanceof ChainMoved || isAlone) throw error;
    const found: FoundReceipt[] = [];
    for (const one of wanted) found.push(...(await readTogether(node, [one])));
    return found;
  }
}

async function readTogether(node: NodeClient, wanted: readonly Held[]): Promise<FoundReceipt[]> {
  const numbers = [...new Set(wanted.map((log) => log.blockNumber))];
  const [receipts, blocks] = await node.ask((client) =>
    Promise.all([
      Promise.all(
        wanted.map((log) =>
          client.request({ method: 'eth_getTransactionReceipt', params: [log.transactionHash] }),
        ),
      ),
      Promise.all(numbers.map((number) => readBlock(client, numberToHex(number)))),
    ]),
  );
  const times = new Map(
    blocks.flatMap((block) =>
      block === null ? [] : [[pointOf(block).hash, timeOf(block)] as const],
    ),
  );
  return wanted.map((log, i) => {
    const receipt = receipts[i] ?? null;
    const time = times.get(log.blockHash);
    if (receipt === null || receipt.blockHash !== log.blockHash || time === undefined) {
      throw moved(node, log.blockNumber);
    }
    const block = { number: log.blockNumber, hash: log.blockHash, time };
    return { receipt, block };
  });
}

async function readBlock(client: Client, which: Hex | 'latest' | 'safe' | 'finalized') {
  return await client.request({ method: 'eth_getBlockByNumber', params: [which, false] });
}

function pointOf(block: RpcBlock): BlockPoint {
  if (block.number === null || block.hash === null) throw new Outage('a node named no block');
  return { number: hexToBigInt(block.number), hash: block.hash };
}

function timeOf(block: RpcBlock): Date {
  return new Date(Number(hexToBigInt(block.timestamp)) * 1_000);
}

function settledLog(log: RpcLog): ProxyLog {
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
