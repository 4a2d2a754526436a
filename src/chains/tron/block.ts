import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Network } from '#catalog/networks.ts';
import type { Hex } from '#kit/hex.ts';
import type { BlockPoint } from '../chain.ts';
import { NodeFailure } from '../nodes/failure.ts';
import { writeMessage } from './protobuf.ts';

/** A block's header, whose fields have been found to hash to its id. */
export interface TronHeader extends BlockPoint {
  readonly parentHash: Hex;
  /** When it was made, by its own word. */
  readonly time: Date;
  readonly timestampMs: number;
  /** The root of the tree of its transactions. */
  readonly treeRoot: string;
}

/** A transaction as its block holds it. */
export interface TronTransaction {
  readonly id: Hex;
  /** Who signed it, as 20 bytes; undefined where the node does not say. */
  readonly sender: Hex | undefined;
  /** What became of it, by the block's own word; part of what the block's tree is made of. */
  readonly result: string;
}

/** Which block was requested; the newest one where none is named. */
export interface WantedBlock {
  readonly network: Pick<Network, 'hashedFrom'>;
  readonly wanted?: bigint | undefined;
}

/** A header with its transactions. */
export interface TronBlock extends TronHeader {
  /** In the order of the chain. */
  readonly transactions: readonly TronTransaction[];
  /** Whether the transactions are proven to be exactly those that the header commits to. */
  readonly isProven: boolean;
}

/** How many hexadecimal digits of an id are the block's height; the others are those of the header's hash. */
const HEIGHT_DIGITS = 16;
const NO_HASH = '00'.repeat(32);
/** Accounts are 20 bytes behind this one. */
const ADDRESS_PREFIX = '41';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.string().regex(/^([0-9a-f]{2})*$/);
const count = z.int().min(0).default(0);
/** In milliseconds; what is later is no time for a database either. */
const moment = z.int().min(0).max(Date.UTC(9999, 0)).default(0);

const Header = z.object({
  blockID: hash,
  block_header: z.object({
    raw_data: z.object({
      number: count,
      timestamp: moment,
      txTrieRoot: hash.default(NO_HASH),
      parentHash: hash,
      witness_id: z.int().default(0),
      witness_address: bytes.default(''),
      version: z.int().default(0),
      accountStateRoot: bytes.default(''),
    }),
  }),
});

const Result = z.looseObject({ contractRet: z.string().optional() });
const Owner = z.object({
  parameter: z.object({ value: z.object({ owner_address: z.string() }) }),
});
const Transaction = z.object({
  txID: hash,
  raw_data_hex: bytes,
  signature: z.array(bytes).default([]),
  ret: z.array(Result).default([]),
  raw_data: z.object({ contract: z.array(z.unknown()).default([]) }),
});
type Transaction = z.infer<typeof Transaction>;
const Transactions = z.object({ transactions: z.array(Transaction).default([]) });

/** How the protocol numbers what becomes of a transaction. */
const RESULT_NUMBERS: Readonly<Record<string, bigint>> = {
  DEFAULT: 0n,
  SUCCESS: 1n,
  REVERT: 2n,
  BAD_JUMP_DESTINATION: 3n,
  OUT_OF_MEMORY: 4n,
  PRECOMPILED_CONTRACT: 5n,
  STACK_TOO_SMALL: 6n,
  STACK_TOO_LARGE: 7n,
  ILLEGAL_OPERATION: 8n,
  STACK_OVERFLOW: 9n,
  OUT_OF_ENERGY: 10n,
  OUT_OF_TIME: 11n,
  JVM_STACK_OVER_FLOW: 12n,
  UNKNOWN: 13n,
  TRANSFER_FAILED: 14n,
  INVALID_CODE: 15n,
};

/**
 * The header of a node's answer about a block; undefined where the node has no such block. Throws
 * `NodeFailure` for another block than the requested one, and for a header whose fields do not have its id.
 */
export function readHeader(
  answer: unknown,
  { network, wanted }: WantedBlock,
): TronHeader | undefined {
  if (isNothing(answer)) return undefined;
  const parsed = Header.safeParse(answer);
  if (!parsed.success) throw new NodeFailure('returned what is no block');
  const { blockID, block_header } = parsed.data;
  const raw = block_header.raw_data;
  const number = BigInt(raw.number);
  if (wanted !== undefined && number !== wanted) {
    throw new NodeFailure(`returned block ${number} instead of ${wanted}`);
  }
  const { hashedFrom } = network;
  const isHashed = hashedFrom !== undefined && number >= hashedFrom;
  if (isHashed && blockID !== idOf(raw)) {
    throw new NodeFailure(`returned block ${number} with a header that does not have its id`);
  }
  return {
    number,
    hash: `0x${blockID}`,
    parentHash: `0x${raw.parentHash}`,
    time: new Date(raw.timestamp),
    timestampMs: raw.timestamp,
    treeRoot: raw.txTrieRoot,
  };
}

/**
 * A block with its transactions; undefined where the node has none of that number. Each transaction's id is
 * that of its bytes. `isProven` says whether all of them together make the root that the header names.
 */
export function readBlock(answer: unknown, block: WantedBlock): TronBlock | undefined {
  const header = readHeader(answer, block);
  if (header === undefined) return undefined;
  const { number } = header;
  const parsed = Transactions.safeParse(answer);
  if (!parsed.success)
    throw new NodeFailure(`returned block ${number} with what is no transaction`);
  const { transactions } = parsed.data;
  if (transactions.some((one) => sha256(Buffer.from(one.raw_data_hex, 'hex')) !== one.txID)) {
    throw new NodeFailure(`returned block ${number} with a transaction that does not have its id`);
  }
  return {
    ...header,
    transactions: transactions.map(transactionOf),
    isProven: number === 0n || treeRootOf(transactions) === header.treeRoot,
  };
}

/** Whether a node answers that it has nothing of the kind, which it writes as an empty object. */
export function isNothing(answer: unknown): boolean {
  const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
  return isObject && Object.keys(answer).length === 0;
}

/** An address of an answer as 20 bytes; undefined for anything else. */
function bytesOfAddress(address: string): Hex | undefined {
  const isAddress = address.length === 42 && address.startsWith(ADDRESS_PREFIX);
  return isAddress ? `0x${address.slice(ADDRESS_PREFIX.length)}` : undefined;
}

function transactionOf({ txID, ret, raw_data }: Transaction): TronTransaction {
  const owner = Owner.safeParse(raw_data.contract[0]).data?.parameter.value.owner_address;
  return {
    id: `0x${txID}`,
    sender: owner === undefined ? undefined : bytesOfAddress(owner),
    result: ret[0]?.contractRet ?? 'DEFAULT',
  };
}

function idOf(raw: z.infer<typeof Header>['block_header']['raw_data']): string {
  const digest = sha256(
    writeMessage([
      [1, BigInt(raw.timestamp)],
      [2, raw.txTrieRoot],
      [3, raw.parentHash],
      [7, BigInt(raw.number)],
      [8, BigInt(raw.witness_id)],
      [9, raw.witness_address],
      [10, BigInt(raw.version)],
      [11, raw.accountStateRoot],
    ]),
  );
  return raw.number.toString(16).padStart(HEIGHT_DIGITS, '0') + digest.slice(HEIGHT_DIGITS);
}

/** The root of the tree of transactions, in which an odd one out moves up as it is. */
function treeRootOf(transactions: readonly Transaction[]): string | undefined {
  let level: string[] = [];
  for (const one of transactions) {
    const encoded = bytesInBlock(one);
    if (encoded === undefined) return undefined;
    level.push(sha256(encoded));
  }
  while (level.length > 1) {
    const next: string[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const [left = '', right] = [level[i], level[i + 1]];
      next.push(right === undefined ? left : sha256(Buffer.from(left + right, 'hex')));
    }
    level = next;
  }
  return level[0] ?? NO_HASH;
}

/** A transaction as its block holds it; undefined where its result has fields that are not read here. */
function bytesInBlock({ raw_data_hex, signature, ret }: Transaction): Buffer | undefined {
  const results: string[] = [];
  for (const { contractRet = 'DEFAULT', ...others } of ret) {
    const number = RESULT_NUMBERS[contractRet];
    if (number === undefined || Object.keys(others).length > 0) return undefined;
    results.push(writeMessage([[3, number]]).toString('hex'));
  }
  return writeMessage([
    [1, raw_data_hex],
    ...signature.map((one) => [2, one] as const),
    ...results.map((one) => [5, one] as const),
  ]);
}

function sha256(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
