import { fromEvmAddress, type TronHex, toBase58 } from './address.ts';
import type { EvmLog } from './evm.ts';
import { encodeTransaction, type SignedTransaction } from './transaction.ts';
import { printAddress, printTransaction, withoutZero } from './transaction-json.ts';
import { textToHex, writeFields } from './wire-format.ts';

/** The names of what may become of a contract's run. */
export const CONTRACT_RESULTS = [
  'SUCCESS',
  'REVERT',
  'BAD_JUMP_DESTINATION',
  'ILLEGAL_OPERATION',
  'OUT_OF_ENERGY',
  'OUT_OF_TIME',
  'UNKNOWN',
] as const;

/** What became of a transaction that is in a block. */
export type ContractResult = (typeof CONTRACT_RESULTS)[number];

/** How the protocol numbers them. */
const RESULT_NUMBERS: Readonly<Record<ContractResult, bigint>> = {
  SUCCESS: 1n,
  REVERT: 2n,
  BAD_JUMP_DESTINATION: 3n,
  ILLEGAL_OPERATION: 8n,
  OUT_OF_ENERGY: 10n,
  OUT_OF_TIME: 11n,
  UNKNOWN: 13n,
};

/** A transaction in a block, with its receipt. Amounts are in sun. */
export interface IncludedTransaction {
  readonly transaction: SignedTransaction;
  readonly result: ContractResult;
  /** All that was burned. */
  readonly fee: bigint;
  readonly bandwidth: { readonly usage: bigint; readonly fee: bigint };
  readonly energy: { readonly usage: bigint; readonly fee: bigint; readonly total: bigint };
  /** What a contract's call returned; undefined for a transfer of TRX. */
  readonly output: string | undefined;
  readonly contractAddress: TronHex | undefined;
  readonly logs: readonly EvmLog[];
  /** Why it failed, in the node's words. */
  readonly message: string;
}

/** Where a transaction stands. */
export interface Inclusion {
  readonly blockNumber: number;
  readonly blockTimestampMs: number;
}

/** The bytes of a transaction as its block holds them. */
export function encodeIncluded({ transaction, result }: IncludedTransaction): string {
  return encodeTransaction(transaction, writeFields([[3, RESULT_NUMBERS[result]]]));
}

/** The JSON form of a transaction with its result. */
export function printIncluded(
  { transaction, result }: IncludedTransaction,
  visible: boolean,
): Record<string, unknown> {
  const { visible: form, ...printed } = printTransaction(transaction, visible);
  return { ret: [{ contractRet: result }], ...printed };
}

/** The answer of `gettransactioninfobyid`. */
export function printTransactionInfo(
  included: IncludedTransaction,
  { blockNumber, blockTimestampMs }: Inclusion,
  visible: boolean,
): Record<string, unknown> {
  const { transaction, result, output, contractAddress, logs, message } = included;
  const isCall = contractAddress !== undefined;
  return {
    id: transaction.txId,
    ...withoutZero({ fee: included.fee }),
    blockNumber,
    blockTimeStamp: blockTimestampMs,
    contractResult: [output ?? ''],
    ...(isCall && { contract_address: printAddress(contractAddress, visible) }),
    receipt: {
      ...withoutZero({
        energy_usage: included.energy.usage,
        energy_fee: included.energy.fee,
        energy_usage_total: included.energy.total,
        net_usage: included.bandwidth.usage,
        net_fee: included.bandwidth.fee,
      }),
      ...(isCall && { result }),
    },
    ...(result !== 'SUCCESS' && {
      result: 'FAILED',
      resMessage: visible ? message : textToHex(message),
    }),
    ...(logs.length > 0 && { log: logs.map((log) => printLog(log, visible)) }),
  };
}

/** Logs name their contract without the prefix 41, unless the request wants Base58. */
export function printLog({ address, topics, data }: EvmLog, visible: boolean) {
  const tronAddress = fromEvmAddress(address);
  return {
    address: visible ? toBase58(tronAddress) : tronAddress.slice(2),
    ...(topics.length > 0 && { topics: topics.map((topic) => topic.slice(2)) }),
    ...(data !== '0x' && { data: data.slice(2) }),
  };
}
