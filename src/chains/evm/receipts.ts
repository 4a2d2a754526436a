import type { RpcBlock, RpcTransactionReceipt } from 'viem';
import { splitIntoChunks } from '#kit/chunks.ts';
import { Outage } from '#kit/failure.ts';
import type { ReceiptBlock } from '../events/decode.ts';
import { ChainMoved } from '../following/block-source.ts';
import { readAhead } from '../following/read-ahead.ts';
import { NodeFailure } from '../nodes/failure.ts';
import { areLinked, listsTransaction, pointOf, readBlock, timeOf } from './blocks.ts';
import { bloomBits, mayHold } from './bloom.ts';
import type { EvmNodeClient } from './nodes/evm-connection.ts';
import { moved, type ProxyLog } from './windows.ts';

/**
 * How many receipts are read at once, with as many blocks at most: those of a busy block, and
 * little enough to be read again when a node drops one of the answers.
 */
const RECEIPTS_AT_ONCE = 100;
/**
 * How many times as many travel at once, so that a node is not idle while answers are read. With four
 * windows of four requests each that is as many as there are connections.
 */
const RECEIPT_QUERIES_IN_FLIGHT = 2;

/** A transaction's receipt and its block. */
export interface FoundReceipt {
  readonly receipt: RpcTransactionReceipt;
  readonly block: ReceiptBlock;
}

/** The position of a transaction, and the log that it is said to have emitted. */
type Held = Pick<ProxyLog, 'transactionHash' | 'blockNumber' | 'blockHash'> &
  Partial<Pick<ProxyLog, 'address' | 'topics'>>;

/**
 * The receipts behind logs, one for each transaction, in chain order, with their blocks; as many at a
 * time as a request takes. Throws `ChainMoved` when a reorg moved one of them during the read; the window is
 * then read again.
 */
export async function* readReceipts(
  node: EvmNodeClient,
  logs: readonly Held[],
): AsyncGenerator<FoundReceipt[], void, void> {
  const byHash = new Map(logs.map((log) => [log.transactionHash, log]));
  const queries = splitIntoChunks([...byHash.values()], RECEIPTS_AT_ONCE);
  yield* readAhead(queries, RECEIPT_QUERIES_IN_FLIGHT, (send) => readSomeReceipts(node, send));
}

/**
 * Together they may be more than a node sends: a sender can make a receipt of any size. Then they
 * are read one by one, so that a filled block cannot stop us.
 */
async function readSomeReceipts(
  node: EvmNodeClient,
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

async function readTogether(node: EvmNodeClient, wanted: readonly Held[]): Promise<FoundReceipt[]> {
  const numbers = [...new Set(wanted.map((log) => log.blockNumber))];
  const [receipts, blocks] = await node.query(async (client) => {
    const [receipts, found] = await Promise.all([
      Promise.all(
        wanted.map((log) =>
          client.request({ method: 'eth_getTransactionReceipt', params: [log.transactionHash] }),
        ),
      ),
      Promise.all(numbers.map((number) => readBlock(client, node.network, number))),
    ]);
    const blocks = new Map(
      found.flatMap((one) => (one === null ? [] : [[pointOf(one).hash, one]])),
    );
    for (const log of wanted) checkHeld(log, blocks.get(log.blockHash));
    return [receipts, blocks] as const;
  });
  if (!areLinked([...blocks.values()])) throw moved(node, numbers[0] ?? 0n);
  return wanted.map((log, i) => {
    const receipt = receipts[i] ?? null;
    const held = blocks.get(log.blockHash);
    if (receipt === null || receipt.blockHash !== log.blockHash || held === undefined) {
      throw moved(node, log.blockNumber);
    }
    const block = { number: log.blockNumber, hash: log.blockHash, time: timeOf(held) };
    return { receipt, block };
  });
}

/**
 * Checks a node's receipt against the header of its block: that must list the transaction, and its
 * bloom must not rule its log out. Throws `NodeFailure` where it does not, so that another node is queried.
 */
export function checkHeld(
  { transactionHash, blockNumber, topics, address }: Held,
  block: RpcBlock | undefined,
) {
  // A missing block is no contradiction; the caller handles it.
  if (block === undefined) return;
  if (!listsTransaction(block, transactionHash)) {
    throw new NodeFailure(`returned a transaction that its block ${blockNumber} does not list`);
  }
  if (address !== undefined && !mayHold(block.logsBloom, bloomBits([address, ...(topics ?? [])]))) {
    throw new NodeFailure(`returned a log that the header of block ${blockNumber} rules out`);
  }
}
