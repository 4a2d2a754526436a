import { numberToHex } from 'viem';
import { z } from 'zod';
import type { Hex } from '#kit/hex.ts';
import type { FakeBlock, FakeLedger, FakeLog } from '../../chains/fake/ledger.ts';
import { type FakeNode, type FakeView, viewOf } from '../../chains/fake/node.ts';
import type { Dice } from '../dice.ts';
import type { EvmBlocks, RpcLogJson } from './evm-blocks.ts';

/** A payment that a node invents: no block lists its transaction, unless the node lies about that too. */
interface Forgery {
  readonly log: RpcLogJson;
  readonly receipt: Readonly<Record<string, unknown>>;
  readonly isListed: boolean;
}

/** A payment that a node of Tron invents, in a block or within a transaction that the block really has. */
interface TronForgery {
  readonly blockHash: Hex;
  /** The id of that transaction; undefined where the whole transaction is invented. */
  readonly within: string | undefined;
  readonly content: string;
  readonly log: FakeLog;
}

/** In which ways a node is a bad one just now, beside what `FakeNode` says. Shares are of 1. */
export interface NodeFaults {
  /** The share of requests that are answered with HTTP 502. */
  failing: number;
  /** The share of requests that are never answered. */
  hanging: number;
  /** How long an answer takes beside what it always takes. */
  slowMs: number;
  /** How many of the newest blocks for which it returns no logs or receipts, though it has them. */
  unindexedBlocks: number;
  /** The most blocks for which it returns logs at once. */
  rangeMax: bigint | undefined;
  /** The share of questions for logs that it answers with nothing. */
  emptying: number;
  /** The share of questions for logs that it answers with logs marked as removed. */
  removing: number;
  readonly forgeries: Forgery[];
  readonly tronForgeries: TronForgery[];
}

/** A node that is well. */
export function noFaults(): NodeFaults {
  return {
    failing: 0,
    hanging: 0,
    slowMs: 0,
    unindexedBlocks: 0,
    rangeMax: undefined,
    emptying: 0,
    removing: 0,
    forgeries: [],
    tronForgeries: [],
  };
}

/** A node of a chain in memory that speaks JSON-RPC. */
export interface RpcNodeParts {
  readonly chainId: number;
  readonly ledger: FakeLedger;
  readonly node: FakeNode;
  readonly faults: NodeFaults;
  readonly blocks: EvmBlocks;
  readonly dice: Dice;
}

const Question = z.object({
  id: z.number(),
  method: z.string(),
  params: z.array(z.unknown()).optional(),
});
const Questions = z.union([z.array(Question), Question]);

const LogFilter = z.object({
  address: z.array(z.string()).optional(),
  topics: z.array(z.array(z.string())),
  fromBlock: z.string().optional(),
  toBlock: z.string().optional(),
  blockHash: z.string().optional(),
});

/** What a node refuses to answer. */
class RpcError extends Error {
  override name = 'RpcError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The body of a node's answer to the body of a request. */
export function answerRequest(parts: RpcNodeParts, body: string): string {
  const questions = Questions.parse(JSON.parse(body));
  const answers = [questions].flat().map(({ id, method, params = [] }) => {
    try {
      return { jsonrpc: '2.0', id, result: answer(parts, method, params) };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } };
    }
  });
  return JSON.stringify(Array.isArray(questions) ? answers : answers[0]);
}

function answer(parts: RpcNodeParts, method: string, params: readonly unknown[]): unknown {
  const view = viewOf(parts.ledger, parts.node);
  switch (method) {
    case 'eth_chainId':
      return numberToHex(parts.chainId);
    case 'eth_blockNumber':
      return numberToHex(view.head().number);
    case 'eth_getBlockByNumber':
      return headerOf(parts, blockNamed(view, z.string().parse(params[0])));
    case 'eth_getBlockByHash':
      return headerOf(
        parts,
        blocksOf(view).find(({ hash }) => hash === params[0]),
      );
    case 'eth_getLogs':
      return findLogs(parts, view, LogFilter.parse(params[0]));
    case 'eth_getTransactionReceipt':
      return findReceipt(parts, view, z.string().parse(params[0]));
    default:
      throw new RpcError(-32_601, `the method ${method} does not exist`);
  }
}

function blockNamed(view: FakeView, name: string): FakeBlock | undefined {
  if (name === 'latest') return view.head();
  if (name === 'safe') return view.safe();
  if (name === 'finalized') return view.finalized();
  return view.block(numberIn(name));
}

/** The blocks that a node has, the newest first. */
function blocksOf(view: FakeView): FakeBlock[] {
  const { number } = view.head();
  return Array.from({ length: Number(number) + 1 }, (_, i) =>
    view.block(number - BigInt(i)),
  ).filter((block) => block !== undefined);
}

function headerOf({ blocks, faults }: RpcNodeParts, block: FakeBlock | undefined): unknown {
  if (block === undefined) return null;
  const { header } = blocks.of(block);
  const listed = faults.forgeries
    .filter(({ log, isListed }) => isListed && log.blockHash === block.hash)
    .map(({ log }) => log.transactionHash);
  const transactions = [...[header['transactions'] ?? []].flat(), ...listed];
  return { ...header, transactions };
}

function findReceipt({ blocks, faults, node }: RpcNodeParts, view: FakeView, wanted: string) {
  const forged = faults.forgeries.find(({ log }) => log.transactionHash === wanted);
  const held = blocksOf(view);
  if (forged !== undefined && held.some(({ hash }) => hash === forged.log.blockHash)) {
    return forged.receipt;
  }
  for (const block of held) {
    for (const [hash, receipt] of blocks.of(block).receipts) {
      if (hash === wanted) return node.hidden.has(hash) ? null : receipt;
    }
  }
  return null;
}

type Filter = z.infer<typeof LogFilter>;

function findLogs(parts: RpcNodeParts, view: FakeView, filter: Filter): unknown {
  const { blocks, faults, node, dice } = parts;
  const chosen = blocksWanted(parts, view, filter);
  if (faults.emptying > 0 && dice.isHit(faults.emptying)) return [];
  const isRemoved = faults.removing > 0 && dice.isHit(faults.removing);
  const indexed = view.head().number - BigInt(faults.unindexedBlocks);
  const addresses = filter.address?.map((address) => address.toLowerCase());
  const topics = filter.topics[0] ?? [];
  return chosen
    .filter(({ number }) => number <= indexed)
    .flatMap((block) => [
      ...blocks.of(block).logs.filter(({ transactionHash }) => !node.hidden.has(transactionHash)),
      ...faults.forgeries.flatMap(({ log }) => (log.blockHash === block.hash ? [log] : [])),
    ])
    .filter(
      (log) =>
        (addresses === undefined || addresses.includes(log.address)) &&
        topics.includes(log.topics[0] ?? ''),
    )
    .map((log) => ({ ...log, removed: isRemoved }));
}

function blocksWanted({ faults }: RpcNodeParts, view: FakeView, filter: Filter): FakeBlock[] {
  const { blockHash, fromBlock, toBlock } = filter;
  if (blockHash !== undefined) {
    const block = blocksOf(view).find(({ hash }) => hash === blockHash);
    if (block === undefined) throw new RpcError(-32_000, 'unknown block');
    return [block];
  }
  const [from, to] = [numberIn(fromBlock), numberIn(toBlock)];
  if (faults.rangeMax !== undefined && to - from + 1n > faults.rangeMax) {
    throw new RpcError(-32_602, `the maximum block range: ${faults.rangeMax} blocks`);
  }
  return blocksOf(view)
    .filter(({ number }) => number >= from && number <= to)
    .toReversed();
}

function numberIn(text: string | undefined): bigint {
  if (!/^0x[0-9a-f]+$/.test(text ?? ''))
    throw new RpcError(-32_602, 'a block is named by its number');
  return BigInt(text ?? 0);
}
