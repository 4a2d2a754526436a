import { sign } from 'viem/accounts';
import { Bug } from '#kit/failure.ts';
import { TEST_ACCOUNTS } from '../test-accounts.ts';
import { fromEvmAddress, type TronHex, withPrefix } from './address.ts';
import type { Accounts } from './resources.ts';
import { sha256Hex } from './transaction.ts';
import { printAddress } from './transaction-json.ts';
import type { IncludedTransaction } from './transaction-result.ts';
import { encodeIncluded, printIncluded } from './transaction-result.ts';
import { writeFields } from './wire-format.ts';

/** A block with all that it holds. */
export interface BlockContents {
  readonly id: string;
  readonly number: number;
  readonly timestampMs: number;
  readonly parentId: string;
  readonly txTrieRoot: string;
  readonly producer: TronHex;
  readonly transactions: readonly IncludedTransaction[];
}

/** A block with the state of the chain after it. */
export interface TronBlock extends BlockContents {
  /** The block of the EVM in which the state after this one can be read. */
  readonly evmBlock: number;
  readonly accounts: Accounts;
}

/** Clients take the chain id from the last four bytes of this id: it is that of the public network. */
const GENESIS_ID = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
const BLOCK_VERSION = 32n;
const ID_NUMBER_BYTES = 8;
/** The root of no transactions, and the parent of the first block. */
export const NO_HASH = '00'.repeat(32);

/** Who signs blocks: another one after each fork, so that the new branch has other ids. */
const PRODUCERS = [TEST_ACCOUNTS.operator, TEST_ACCOUNTS.unrelated] as const;
/** The same as blocks name them. */
export const PRODUCER_ADDRESSES = PRODUCERS.map(({ address }) => fromEvmAddress(address));

interface BlockParts {
  readonly parent: TronBlock;
  readonly timestampMs: number;
  readonly producer: TronHex;
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
    transactions: [],
  };
}

/** Makes the block after another. Its id is its height and the hash of its header, as Tron has it. */
export function makeBlock(parts: BlockParts): TronBlock {
  const { parent, timestampMs, producer, transactions, evmBlock, accounts } = parts;
  const number = parent.number + 1;
  const txTrieRoot = merkleRoot(transactions.map((one) => sha256Hex(encodeIncluded(one))));
  const header = { number, timestampMs, parentId: parent.id, txTrieRoot, producer };
  const height = number.toString(16).padStart(2 * ID_NUMBER_BYTES, '0');
  const hash = sha256Hex(encodeHeader(header));
  const id = height + hash.slice(2 * ID_NUMBER_BYTES);
  return { ...header, id, transactions, evmBlock, accounts };
}

/** A signature takes a millisecond, and a follower reads each new block several times. */
const signatures = new WeakMap<BlockContents, Promise<string>>();

/** Signed when a block is first shown, as nobody looks at most. */
function signatureOf(block: BlockContents): Promise<string> {
  const known = signatures.get(block) ?? signBlock(block);
  signatures.set(block, known);
  return known;
}

async function signBlock(block: BlockContents): Promise<string> {
  const producer = PRODUCERS[PRODUCER_ADDRESSES.indexOf(block.producer)];
  if (producer === undefined) throw new Bug(`nobody produced block ${block.number}`);
  const hash = withPrefix(sha256Hex(encodeHeader(block)));
  const signature = await sign({ hash, privateKey: producer.privateKey, to: 'hex' });
  return signature.slice(2);
}

function encodeHeader(
  block: Pick<BlockContents, 'number' | 'timestampMs' | 'parentId' | 'txTrieRoot' | 'producer'>,
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
export function referenceOf({ number, id }: Pick<BlockContents, 'number' | 'id'>) {
  const bytes = number.toString(16).padStart(4, '0').slice(-4);
  return { refBlockBytes: bytes, refBlockHash: id.slice(16, 32) };
}

interface PrintOptions {
  readonly visible: boolean;
  /** Whether the transactions are wanted too. */
  readonly detail: boolean;
}

/** The JSON form of a block. */
export async function printBlock(
  block: BlockContents,
  options: PrintOptions,
): Promise<Record<string, unknown>> {
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
      ...(!isGenesis && { witness_signature: await signatureOf(block) }),
    },
    ...(detail &&
      block.transactions.length > 0 && {
        transactions: block.transactions.map((one) => printIncluded(one, visible)),
      }),
  };
}
