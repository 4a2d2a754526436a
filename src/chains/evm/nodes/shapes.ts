import type { RpcLog } from 'viem';
import { z } from 'zod';

const Hex = z.string().regex(/^0x[0-9a-fA-F]*$/);
const Hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/);
const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const Quantity = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/);

/** By hand, for a block may have thousands, and headers are read all the time. */
const Transactions = z.custom<unknown>(
  (value) => Array.isArray(value) && value.every(isTransaction),
);

const Block = z.object({
  number: Quantity.nullable(),
  hash: Hash.nullable(),
  timestamp: Quantity,
  transactions: Transactions,
});

/**
 * By hand, because most answers of nodes are logs: a schema copies what it parses, which took a
 * tenth of the time of catching up with a chain.
 */
const Logs = z.custom<unknown>((value) => Array.isArray(value) && value.every(isLog));

const Receipt = z.object({
  transactionHash: Hash,
  blockHash: Hash,
  blockNumber: Quantity,
  from: Address,
  to: Address.nullish(),
  logs: Logs,
});

const Transaction = z.object({
  hash: Hash,
  from: Address,
  to: Address.nullish(),
  nonce: Quantity,
  input: Hex,
  value: Quantity,
});

/** The minimal shape of an answer that its readers rely on. */
const SHAPES: Readonly<Record<string, z.ZodType>> = {
  eth_chainId: Quantity,
  eth_blockNumber: Quantity,
  eth_gasPrice: Quantity,
  eth_getBalance: Quantity,
  eth_call: Hex,
  eth_getCode: Hex,
  eth_getStorageAt: Hex,
  eth_sendRawTransaction: Hash,
  eth_getBlockByNumber: Block.nullable(),
  eth_getLogs: Logs,
  eth_getTransactionReceipt: Receipt.nullable(),
  eth_getTransactionByHash: Transaction.nullable(),
  eth_getTransactionCount: Quantity,
};

/** Whether a node's result has the shape that its method promises; other methods are not checked. */
export function hasShape(method: string, result: unknown): boolean {
  return SHAPES[method]?.safeParse(result).success ?? true;
}

/** How a log's bytes are written, prefix included. */
const DIGITS = /^0x[0-9a-fA-F]*$/;
const HASH_CHARACTERS = 66;
const ADDRESS_CHARACTERS = 42;
const QUANTITY_CHARACTERS_MAX = 66;
const TOPICS_MAX = 4;

/** Either its hash or all of it. */
function isTransaction(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isBytes(value, HASH_CHARACTERS);
  return 'hash' in value && isBytes(value.hash, HASH_CHARACTERS);
}

function isLog(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const log: { readonly [Name in keyof RpcLog]?: unknown } = value;
  const { topics } = log;
  return (
    isBytes(log.address, ADDRESS_CHARACTERS) &&
    Array.isArray(topics) &&
    topics.length <= TOPICS_MAX &&
    topics.every((topic) => isBytes(topic, HASH_CHARACTERS)) &&
    isDigits(log.data) &&
    isNumberOrNull(log.blockNumber) &&
    (log.blockHash === null || isBytes(log.blockHash, HASH_CHARACTERS)) &&
    (log.transactionHash === null || isBytes(log.transactionHash, HASH_CHARACTERS)) &&
    isNumberOrNull(log.logIndex)
  );
}

function isDigits(value: unknown): value is string {
  return typeof value === 'string' && DIGITS.test(value);
}

function isBytes(value: unknown, characters: number): boolean {
  return typeof value === 'string' && value.length === characters && DIGITS.test(value);
}

function isNumberOrNull(value: unknown): boolean {
  if (value === null) return true;
  return isDigits(value) && value.length > '0x'.length && value.length <= QUANTITY_CHARACTERS_MAX;
}
