import { z } from 'zod';
import { isHex } from '#kit/hex.ts';
import type { TronHex } from './address.ts';
import type { BlockContents } from './block.ts';
import type { EvmCall } from './evm.ts';
import type { AccountState } from './resources.ts';
import { FAILURE_MESSAGES } from './run-transaction.ts';
import { decodeTransaction, encodeTransaction } from './transaction.ts';
import { CONTRACT_RESULTS, type IncludedTransaction } from './transaction-result.ts';

/** What is written of a block that changed something beside the height. */
export interface BlockEntry extends BlockContents {
  /** The accounts that differ from those before. */
  readonly accounts: readonly (readonly [TronHex, AccountState])[];
  /** What these addresses have after the block, in sun. */
  readonly balances: readonly (readonly [TronHex, bigint])[];
  /** What the EVM ran without a transaction of the chain. */
  readonly calls: readonly EvmCall[];
}

/** An id that was broadcast, and until when it can be. */
export interface SeenId {
  readonly seen: string;
  readonly untilMs: number;
}

const bytes = z.string().regex(/^([0-9a-f]{2})*$/);
const hex = z.string().refine(isHex);
const units = z.string().transform(BigInt);
const Usage = z.object({ units, atMs: z.number() });
const Account = z.object({
  createdAtMs: z.number(),
  latestOperationMs: z.number(),
  freeBandwidth: Usage,
  stakedBandwidth: Usage,
  bandwidthLimit: units,
  energy: Usage,
  energyLimit: units,
});
const Included = z
  .object({
    bytes,
    result: z.enum(CONTRACT_RESULTS),
    fee: units,
    bandwidth: z.object({ usage: units, fee: units }),
    energy: z.object({ usage: units, fee: units, total: units }),
    output: bytes.optional(),
    contractAddress: bytes.optional(),
    logs: z.array(z.object({ address: hex, topics: z.array(hex), data: hex })),
  })
  .transform(
    ({ bytes: encoded, output, contractAddress, ...rest }): IncludedTransaction => ({
      ...rest,
      output,
      contractAddress,
      transaction: decodeTransaction(encoded),
      message: FAILURE_MESSAGES[rest.result],
    }),
  );
const Entry = z.object({
  number: z.int(),
  id: bytes,
  parentId: bytes,
  timestampMs: z.number(),
  txTrieRoot: bytes,
  producer: bytes,
  transactions: z.array(Included),
  accounts: z.array(z.tuple([bytes, Account])),
  balances: z.array(z.tuple([bytes, units])),
  calls: z.array(z.object({ from: hex, to: hex, data: hex, value: units, energyLimit: units })),
});
const Seen = z.object({ seen: bytes, untilMs: z.number() });
const Line = z.union([Entry, Seen]);

/** One line of text, with its end. */
export function printLine(line: BlockEntry | SeenId): string {
  const plain = 'seen' in line ? line : { ...line, transactions: line.transactions.map(plainForm) };
  const text = JSON.stringify(plain, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return `${text}\n`;
}

function plainForm({ transaction, message: _message, ...rest }: IncludedTransaction) {
  return { ...rest, bytes: encodeTransaction(transaction) };
}

/** Reads a line; undefined where it is not whole, as the last one of a killed process may be. */
export function parseLine(text: string): BlockEntry | SeenId | undefined {
  try {
    return Line.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
