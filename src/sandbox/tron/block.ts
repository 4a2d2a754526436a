import { sign } from 'viem/accounts';
import type { TestAccount } from '../test-accounts.ts';
import { fromEvmAddress, type TronHex, withPrefix } from './address.ts';
import type { Accounts } from './resources.ts';
import { sha256Hex } from './transaction.ts';
import { printAddress } from './transaction-json.ts';
import type { IncludedTransaction } from './transaction-result.ts';
import { encodeIncluded, printIncluded } from './transaction-result.ts';
import { writeFields } from './wire-format.ts';

/** A block with all that it holds, and the state of the chain after it. */
export interface TronBlock {
  readonly id: string;
  readonly number: number;
  readonly timestampMs: number;
  readonly parentId: string;
  readonly txTrieRoot: string;
  readonly producer: TronHex;
  readonly signature: string;
  readonly transactions: readonly IncludedTransaction[];
  /** The block of the EVM in which the state after this one can be read. */
  readonly evmBlock: number;
  readonly accounts: Accounts;
}

/** Clients take the chain id from the last four bytes of this id: it is that of the public network. */
const GENESIS_ID = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
const BLOCK_VERSION = 32n;
const ID_NUMBER_BYTES = 8;
const NO_HASH = '00'.repeat(32);

interface BlockParts {
  readonly parent: TronBlock;
  readonly timestampMs: number;
  readonly producer: TestAccount;
  readonly transactions: readonly IncludedTransaction[];
  readonly evmBlock: number;
  readonly accounts: Accounts;
}

/** The block of height 0, which holds nothing. */
export function genesisBlock(state: Pick<TronBlock, 'evmBlock' | 'accounts'>): TronBlock {
  return {
    ...state,
    id: GENESIS_ID,
    number: 0,
    timestampMs: 0,
    parentId: NO_HASH,
    txTrieRoot: NO_HASH,
    producer: '',
    signature: '',
    transactions: [],
  };
}

/** Makes and signs the block after another. Its id is its height and the hash of its header, as Tron has it. */
export async function makeBlock(parts: BlockParts): Promise<TronBlock> {
  const { parent, timestampMs, producer, transactions, evmBlock, accounts } = parts;
  const number = parent.number + 1;
  const header = {
    number,
    timestampMs,
    parentId: parent.id,
    txTrieRoot: merkleRoot(transactions.map((one) => sha256Hex(encodeIncluded(one)))),
    producer: fromEvmAddress(producer.address),
  };
  const hash = sha256Hex(encodeHeader(header));
  const height = number.toString(16).padStart(2 * ID_NUMBER_BYTES, '0');
  const signature = await sign({
    hash: withPrefix(hash),
    privateKey: producer.privateKey,
    to: 'hex',
  });
  return {
    ...header,
    id: height + hash.slice(2 * ID_NUMBER_BYTES),
    signature: signature.slice(2),
    transactions,
    evmBlock,
    accounts,
  };
}

function encodeHeader(
  block: Pick<TronBlock, 'number' | 'timestampMs' | 'parentId' | 'txTrieRoot' | 'producer'>,
): string {
  return writeFields([
    [1, BigInt(block.timestampMs)],
    [2, block.txTrieRoot],
    [3, block.parentId],
    [7, BigInt(block.number)],
    [9, block.producer],
    [10, BLOCK_VERSION],
  ]);
}

/** The root of the tree of hashes, in which an odd one out moves up as it is. */
function merkleRoot(hashes: readonly string[]): string {
  if (hashes.length === 0) return NO_HASH;
  let level = hashes;
  while (level.length > 1) {
    level = level.flatMap((left, i) => {
      if (i % 2 === 1) return [];
      const right = level[i + 1];
      return [right === undefined ? left : sha256Hex(left + right)];
    });
  }
  return level[0] ?? NO_HASH;
}

/** What a transaction names as its reference block: two bytes of the height and eight of the id. */
export function referenceOf({ number, id }: TronBlock) {
  const bytes = number.toString(16).padStart(4, '0').slice(-4);
  return { refBlockBytes: bytes, refBlockHash: id.slice(16, 32) };
}

interface PrintOptions {
  readonly visible: boolean;
  /** Whether the transactions are wanted too. */
  readonly detail: boolean;
}

/** The JSON form of a block. */
export function printBlock(block: TronBlock, options: PrintOptions): Record<string, unknown> {
  const { visible, detail } = options;
  const isGenesis = block.number === 0;
  return {
    blockID: block.id,
    block_header: {
      raw_data: {
        ...(!isGenesis && { number: block.number, timestamp: block.timestampMs }),
        txTrieRoot: block.txTrieRoot,
        ...(!isGenesis && { witness_address: printAddress(block.producer, visible) }),
        parentHash: block.parentId,
        ...(!isGenesis && { version: Number(BLOCK_VERSION) }),
      },
      ...(!isGenesis && { witness_signature: block.signature }),
    },
    ...(detail &&
      block.transactions.length > 0 && {
        transactions: block.transactions.map((one) => printIncluded(one, visible)),
      }),
  };
}
