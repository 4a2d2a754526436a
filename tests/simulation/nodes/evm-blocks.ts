import {
  concatHex,
  encodeAbiParameters,
  keccak256,
  numberToHex,
  parseAbiParameters,
  toEventSelector,
  toRlp,
} from 'viem';
import { CONTRACTS } from '#catalog/contracts.ts';
import type { Hex } from '#kit/hex.ts';
import {
  digest,
  type FakeBlock,
  type FakeLog,
  type SealedParts,
} from '../../chains/fake/ledger.ts';
import { bloomOf } from './bloom.ts';

const ZERO_ADDRESS = `0x${'0'.repeat(40)}` as const;
const ZERO_HASH = `0x${'0'.repeat(64)}` as const;
/** keccak-256 of the RLP of an empty list: the uncles of every block since the Merge. */
const NO_UNCLES = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';
const GAS_LIMIT = 30_000_000n;
const BASE_FEE = 7n;

const TRANSFER_TOPIC = toEventSelector('Transfer(address,address,uint256)');
const TOKEN_TOPIC = toEventSelector(
  'TransferWithReferenceAndFee(address,address,uint256,bytes,uint256,address)',
);
const NATIVE_TOPIC = toEventSelector(
  'TransferWithReferenceAndFee(address,uint256,bytes,uint256,address)',
);
const TOKEN_WORDS = parseAbiParameters('address, address, uint256, uint256, address');
const NATIVE_WORDS = parseAbiParameters('address, uint256, uint256, address');

/** What a contract wrote, before it has a place in a block. */
export interface PlainLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

/** A log as nodes tell it. */
export interface RpcLogJson extends PlainLog {
  readonly blockNumber: Hex;
  readonly blockHash: Hex;
  readonly transactionHash: Hex;
  readonly transactionIndex: Hex;
  readonly logIndex: Hex;
  readonly removed: boolean;
}

/** A block as nodes tell it, with what its transactions did. */
interface EvmBlock {
  /** The answer of `eth_getBlockByNumber`. */
  readonly header: Readonly<Record<string, Hex | readonly Hex[]>>;
  readonly logs: readonly RpcLogJson[];
  /** By the hashes of their transactions. */
  readonly receipts: ReadonlyMap<Hex, Readonly<Record<string, unknown>>>;
}

/** Turns blocks of a chain in memory into blocks of the EVM, with real hashes and blooms. */
export interface EvmBlocks {
  /** The hash of a block that is being made. */
  seal(parts: SealedParts): Hex;
  /** A block that was sealed. */
  of(block: Pick<FakeBlock, 'hash'>): EvmBlock;
}

/** Knows no block yet. */
export function evmBlocks(): EvmBlocks {
  const known = new Map<Hex, EvmBlock>();
  return {
    seal: (parts) => {
      const { hash, block } = buildBlock(parts);
      known.set(hash, block);
      return hash;
    },
    of: ({ hash }) => {
      const block = known.get(hash);
      if (block === undefined) throw new Error(`block ${hash} was never sealed`);
      return block;
    },
  };
}

function buildBlock({ number, parentHash, time, receipts, salt }: SealedParts) {
  const perReceipt = receipts.map(({ logs }) => logs.flatMap((log) => plainLogs(log)));
  const transactions = receipts.map(({ hash }) => hash);
  const fields = {
    parentHash: parentHash ?? ZERO_HASH,
    sha3Uncles: NO_UNCLES,
    miner: ZERO_ADDRESS,
    stateRoot: digest(`state ${number} ${salt}`),
    transactionsRoot: digest(`transactions ${transactions.join()}`),
    receiptsRoot: digest(`receipts ${transactions.join()}`),
    logsBloom: bloomOf(perReceipt.flat()),
    difficulty: '0x0',
    number: numberToHex(number),
    gasLimit: numberToHex(GAS_LIMIT),
    gasUsed: numberToHex(21_000n * BigInt(receipts.length)),
    timestamp: numberToHex(BigInt(Math.floor(time.getTime() / 1_000))),
    extraData: digest(salt),
    mixHash: ZERO_HASH,
    nonce: '0x0000000000000000',
    baseFeePerGas: numberToHex(BASE_FEE),
    withdrawalsRoot: ZERO_HASH,
  } as const;
  const hash = keccak256(toRlp(Object.entries(fields).map(([name, value]) => rlpOf(name, value))));
  const logs = positionLogs({ number, hash, transactions, perReceipt });
  const block: EvmBlock = {
    header: { ...fields, hash, transactions, uncles: [], size: '0x400' },
    logs,
    receipts: new Map(
      receipts.map(({ hash: transactionHash, status, logs: [first] }, index) => [
        transactionHash,
        {
          transactionHash,
          transactionIndex: numberToHex(index),
          blockHash: hash,
          blockNumber: numberToHex(number),
          from: lower(first?.payerAddress ?? ZERO_ADDRESS),
          to: lower(first?.proxyAddress ?? ZERO_ADDRESS),
          status: status === 'success' ? '0x1' : '0x0',
          type: '0x2',
          contractAddress: null,
          cumulativeGasUsed: numberToHex(21_000 * (index + 1)),
          gasUsed: numberToHex(21_000),
          effectiveGasPrice: numberToHex(BASE_FEE),
          logs: logs.filter((log) => log.transactionHash === transactionHash),
          logsBloom: bloomOf(perReceipt[index] ?? []),
        },
      ]),
    ),
  };
  return { hash, block };
}

/** Numbers are written without leading zeros in RLP, and zero as nothing; hashes and addresses as they are. */
function rlpOf(name: string, value: Hex): Hex {
  const isNumber = ['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp', 'baseFeePerGas'];
  if (!isNumber.includes(name)) return value;
  const digits = BigInt(value).toString(16);
  if (digits === '0') return '0x';
  return digits.length % 2 === 0 ? `0x${digits}` : `0x0${digits}`;
}

interface Placing {
  readonly number: bigint;
  readonly hash: Hex;
  readonly transactions: readonly Hex[];
  readonly perReceipt: readonly (readonly PlainLog[])[];
}

function positionLogs({ number, hash, transactions, perReceipt }: Placing): RpcLogJson[] {
  const all = perReceipt.flatMap((logs, index) => logs.map((log) => ({ log, index })));
  return all.map(({ log, index }, logIndex) => ({
    ...log,
    blockNumber: numberToHex(number),
    blockHash: hash,
    transactionHash: transactions[index] ?? ZERO_HASH,
    transactionIndex: numberToHex(index),
    logIndex: numberToHex(logIndex),
    removed: false,
  }));
}

const PROXIES: ReadonlySet<string> = new Set(
  Object.values(CONTRACTS).flatMap(({ erc20FeeProxy, ethereumFeeProxy }) =>
    [erc20FeeProxy, ethereumFeeProxy].flatMap((address) => address?.toLowerCase() ?? []),
  ),
);

/** What a payment leaves in the logs: the token's own, as far as something moved, and the proxy's event. */
export function plainLogs(log: FakeLog, proxies: ReadonlySet<string> = PROXIES): PlainLog[] {
  const proxy = lower(log.proxyAddress);
  const payee = lower(log.payeeAddress);
  const feeAddress = lower(log.feeAddress);
  if (log.tokenAddress === undefined) {
    const data = encodeAbiParameters(NATIVE_WORDS, [
      payee,
      log.claimedUnits,
      log.feeUnits,
      feeAddress,
    ]);
    return [{ address: proxy, topics: [NATIVE_TOPIC, log.referenceKey], data }];
  }
  const token = lower(log.tokenAddress);
  const moved = (to: Hex, units: bigint): PlainLog => ({
    address: token,
    topics: [TRANSFER_TOPIC, wordOf(lower(log.payerAddress)), wordOf(to)],
    data: numberToHex(units, { size: 32 }),
  });
  const data = encodeAbiParameters(TOKEN_WORDS, [
    token,
    payee,
    log.claimedUnits,
    log.feeUnits,
    feeAddress,
  ]);
  const event = { address: proxy, topics: [TOKEN_TOPIC, log.referenceKey], data };
  // An unrelated contract emits any event; no token moves by that.
  if (!proxies.has(proxy)) return [event];
  const fee = log.feeUnits > 0n ? [moved(feeAddress, log.feeUnits)] : [];
  return [moved(payee, log.creditedUnits), ...fee, event];
}

function wordOf(address: Hex): Hex {
  return concatHex([`0x${'0'.repeat(24)}`, address]);
}

function lower(address: string): Hex {
  return `0x${address.slice(2).toLowerCase()}`;
}
