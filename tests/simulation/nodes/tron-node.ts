import { z } from 'zod';
import type { TronBlock } from '../../../src/sandbox/tron/block.ts';
import {
  type IncludedTransaction,
  printIncluded,
  printTransactionInfo,
} from '../../../src/sandbox/tron/transaction-result.ts';
import type { FakeBlock, FakeLedger } from '../../chains/fake/ledger.ts';
import { type FakeNode, type FakeView, viewOf } from '../../chains/fake/node.ts';
import type { Dice } from '../dice.ts';
import type { RelayPool } from '../relay/pool.ts';
import type { NodeFaults } from './rpc-node.ts';
import { invented, type TronBlocks, tronLogs } from './tron-blocks.ts';

/** A full node of a chain in memory that speaks the HTTP API of Tron. */
export interface TronNodeParts {
  readonly ledger: FakeLedger;
  readonly node: FakeNode;
  readonly faults: NodeFaults;
  readonly blocks: TronBlocks;
  readonly dice: Dice;
  /** What is sent to the nodes; undefined where none takes transactions. */
  readonly pool: RelayPool | undefined;
}

const Wanted = z.object({ id_or_num: z.string().optional() });
const Numbered = z.object({ num: z.int() });
const Identified = z.object({ value: z.string() });
const Sent = z.object({ transaction: z.string() });

/** A node's answer to a request, as JSON. */
export function answerTronRequest(parts: TronNodeParts, path: string, body: string): string {
  return JSON.stringify(answer(parts, path.slice(1), JSON.parse(body || '{}')), plain);
}

const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);

function answer(parts: TronNodeParts, path: string, body: unknown): unknown {
  const view = viewOf(parts.ledger, parts.node);
  switch (path) {
    case 'wallet/getblock': {
      const { id_or_num: wanted } = Wanted.parse(body);
      return headerOf(parts, wanted === undefined ? view.head() : view.block(BigInt(wanted)));
    }
    case 'walletsolidity/getblock':
      return headerOf(parts, view.finalized());
    case 'wallet/getblockbynum':
      return wholeBlock(parts, view.block(BigInt(Numbered.parse(body).num)));
    case 'wallet/gettransactioninfobyblocknum':
      return receiptsOf(parts, view, view.block(BigInt(Numbered.parse(body).num)));
    case 'wallet/gettransactioninfobyid':
      return receiptOf(parts, view, Identified.parse(body).value);
    case 'wallet/broadcasthex':
      return parts.pool?.receive(parts.node, Sent.parse(body).transaction) ?? {};
    case 'wallet/gettransactionbyid':
      return transactionOf(parts, view, { id: Identified.parse(body).value, to: view.head() });
    case 'walletsolidity/gettransactionbyid':
      return transactionOf(parts, view, { id: Identified.parse(body).value, to: view.finalized() });
    case 'wallet/gettransactionfrompending': {
      const { value: txID } = Identified.parse(body);
      return parts.pool?.isWaiting(parts.node, txID) === true ? { txID } : {};
    }
    default:
      return { Error: `class java.lang.IllegalArgumentException : no path ${path}` };
  }
}

function headerOf({ blocks }: TronNodeParts, block: FakeBlock | undefined): object {
  return block === undefined ? {} : printHeader(blocks.of(block));
}

function printHeader({ id, number, timestampMs, txTrieRoot, parentId, producer }: TronBlock) {
  const named = { number, timestamp: timestampMs, witness_address: producer, version: 32 };
  const raw_data = { ...(number > 0 && named), txTrieRoot, parentHash: parentId };
  return { blockID: id, block_header: { raw_data } };
}

function wholeBlock(parts: TronNodeParts, block: FakeBlock | undefined): object {
  if (block === undefined) return {};
  const transactions = heldIn(parts, block).map((one) => printIncluded(one, false));
  return { ...headerOf(parts, block), ...(transactions.length > 0 && { transactions }) };
}

/** The transactions of a block, with what the node invents and without the logs that it withholds. */
function heldIn({ blocks, faults, node }: TronNodeParts, block: FakeBlock): IncludedTransaction[] {
  const forgeries = faults.tronForgeries.filter(({ blockHash }) => blockHash === block.hash);
  const held = blocks.of(block).transactions.map((one) => {
    const added = forgeries.filter(({ within }) => within === one.transaction.txId);
    const isHidden = node.hidden.has(`0x${one.transaction.txId}`);
    const logs = isHidden ? [] : one.logs;
    return { ...one, logs: [...logs, ...added.flatMap(({ log }) => tronLogs(log))] };
  });
  const listed = forgeries.filter(({ within }) => within === undefined);
  return [...held, ...listed.map(({ log, content }) => invented(log, content))];
}

function receiptsOf(
  parts: TronNodeParts,
  view: FakeView,
  block: FakeBlock | undefined,
): readonly object[] {
  const { faults, dice } = parts;
  if (block === undefined) return [];
  if (faults.emptying > 0 && dice.isHit(faults.emptying)) return [];
  if (block.number > view.head().number - BigInt(faults.unindexedBlocks)) return [];
  return infosOf(parts, block);
}

function infosOf(parts: TronNodeParts, block: FakeBlock) {
  const { number, timestampMs } = parts.blocks.of(block);
  const inclusion = { blockNumber: number, blockTimestampMs: timestampMs };
  return heldIn(parts, block).map((one) => printTransactionInfo(one, inclusion, false));
}

function receiptOf(parts: TronNodeParts, view: FakeView, id: string): object {
  for (let { number } = view.head(); number >= 0n; number -= 1n) {
    const block = view.block(number);
    const found = block && infosOf(parts, block).find((info) => info['id'] === id);
    if (found !== undefined) return found;
  }
  return {};
}

interface Searched {
  readonly id: string;
  /** The newest block that is searched. */
  readonly to: FakeBlock;
}

function transactionOf({ blocks }: TronNodeParts, view: FakeView, { id, to }: Searched): object {
  for (let { number } = to; number >= 0n; number -= 1n) {
    const block = view.block(number);
    const held = block && blocks.of(block).transactions;
    const found = held?.find(({ transaction }) => transaction.txId === id);
    if (found !== undefined) return { txID: id, ret: [{ contractRet: found.result }] };
  }
  return {};
}
