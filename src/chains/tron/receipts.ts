import { z } from 'zod';
import type { Hex } from '#kit/hex.ts';
import type { RawLog } from '../events/event-log.ts';
import { NodeFailure } from '../nodes/failure.ts';
import type { TronBlock, TronTransaction } from './block.ts';

/** A successful transaction, as far as payments are read from it. */
export interface TronReceipt {
  readonly transactionHash: Hex;
  /** Who signed it, as 20 bytes. */
  readonly from: Hex;
  /** Positions are those of `positionOf`; never empty. */
  readonly logs: readonly RawLog[];
}

/** What a contract's call must have ended with to count. */
const SUCCESS = 'SUCCESS';
/**
 * More logs than this in one transaction make it count nothing: they would cost thousands of TRX. With 16,384
 * transactions of a block, which are more than its two megabytes hold, positions fit into 31 bits.
 */
const LOGS_OF_TRANSACTION_MAX = 2 ** 17;
const TRANSACTIONS_OF_BLOCK_MAX = 2 ** 14;
const NOBODY: Hex = `0x${'00'.repeat(20)}`;

const Log = z.object({
  address: z.string().regex(/^[0-9a-f]{40}$/),
  topics: z.array(z.string().regex(/^[0-9a-f]{64}$/)).default([]),
  data: z
    .string()
    .regex(/^([0-9a-f]{2})*$/)
    .default(''),
});
const Info = z.object({
  id: z.string().regex(/^[0-9a-f]{64}$/),
  blockNumber: z.int().min(0).default(0),
  blockTimeStamp: z.int().min(0).default(0),
  result: z.string().optional(),
  receipt: z.object({ result: z.string().optional() }).default({}),
  log: z.array(Log).default([]),
});
type Info = z.infer<typeof Info>;
const Infos = z.array(Info);

/**
 * The receipts of a block's successful transactions that emitted anything, from a node's answer to
 * `gettransactioninfobyblocknum`. Throws `NodeFailure` where that is not about exactly the transactions of this
 * block: a node that has a block before its receipts answers an empty list.
 */
export function readReceipts(answer: unknown, block: TronBlock): TronReceipt[] {
  if (block.number === 0n) return [];
  const parsed = Infos.safeParse(answer);
  if (!parsed.success) throw new NodeFailure(`returned no receipts of block ${block.number}`);
  const infos = new Map(parsed.data.map((info) => [info.id, info]));
  const isOfBlock = ({ blockNumber, blockTimeStamp }: Info) =>
    BigInt(blockNumber) === block.number && blockTimeStamp === block.timestampMs;
  if (infos.size !== block.transactions.length || !parsed.data.every(isOfBlock)) {
    throw new NodeFailure(`returned other receipts than those of block ${block.number}`);
  }
  if (infos.size > TRANSACTIONS_OF_BLOCK_MAX) {
    throw new NodeFailure(`returned more transactions than block ${block.number} can hold`);
  }
  return block.transactions.flatMap((transaction, index) => {
    const info = infos.get(transaction.id.slice(2));
    if (info === undefined) {
      throw new NodeFailure(`returned no receipt of a transaction of block ${block.number}`);
    }
    const isCounted = isSuccessful(transaction, info);
    const count = info.log.length;
    if (!isCounted || count === 0 || count > LOGS_OF_TRANSACTION_MAX) return [];
    const logs = info.log.map((log, i) => rawLogOf(log, positionOf(index, i)));
    return [{ transactionHash: transaction.id, from: transaction.sender ?? NOBODY, logs }];
  });
}

/**
 * Nodes give logs no position, and nothing proves which logs a block has. A count over the whole block would let a log
 * that is withheld or invented move all later ones, so that one payment had two names; the place of a transaction is proven.
 */
function positionOf(transactionIndex: number, logIndex: number): number {
  return transactionIndex * LOGS_OF_TRANSACTION_MAX + logIndex;
}

/** Throws `NodeFailure` where the receipt contradicts the block, whose word its tree proves. */
function isSuccessful({ id, result }: TronTransaction, info: Info): boolean {
  const received = info.receipt.result ?? result;
  if ((received === SUCCESS) !== (result === SUCCESS)) {
    throw new NodeFailure(`returned ${received} for ${id}, which its block calls ${result}`);
  }
  return result === SUCCESS && info.result !== 'FAILED';
}

function rawLogOf({ address, topics, data }: z.infer<typeof Log>, logIndex: number): RawLog {
  return {
    address: `0x${address}`,
    topics: topics.map((topic): Hex => `0x${topic}`),
    data: `0x${data}`,
    logIndex,
  };
}
