import type { Hex } from '#kit/hex.ts';
import { type Bundlers, OperationRefused, type Sponsorship } from './bundler.ts';
import {
  addressShape,
  printMembers,
  printOperation,
  UserOperation,
  wordShape,
} from './user-operation.ts';

/** An operation for one of the contracts that execute them. */
interface OperationPart {
  readonly entryPoint: string;
  readonly operation: UserOperation;
}

/** What a wallet asks of a bundler or a paymaster (ERC-7769, ERC-7677). */
export type OperationCall =
  | { readonly kind: 'chain' | 'entry_points' }
  | ({ readonly kind: OperationKind } & OperationPart)
  | { readonly kind: 'receipt' | 'operation'; readonly hash: Hex };

/** What is about an operation that may not have been sent. */
type OperationKind = 'estimate' | 'send' | 'sponsor_estimate' | 'sponsor';

const KINDS: Readonly<Record<string, OperationKind>> = {
  eth_estimateUserOperationGas: 'estimate',
  eth_sendUserOperation: 'send',
  pm_getPaymasterStubData: 'sponsor_estimate',
  pm_getPaymasterData: 'sponsor',
};
const READS: Readonly<Record<string, 'receipt' | 'operation'>> = {
  eth_getUserOperationReceipt: 'receipt',
  eth_getUserOperationByHash: 'operation',
};
const PLAIN: Readonly<Record<string, 'chain' | 'entry_points'>> = {
  eth_chainId: 'chain',
  eth_supportedEntryPoints: 'entry_points',
};
const UNKNOWN_METHOD = -32_601;
const WRONG_VALUE = -32_602;
const PATHS_MAX = 5;

/** What a wallet asks for. Refuses another method, and an operation that is written in another way than the standards say. */
export function readOperationCall(
  method: string,
  [first, second]: readonly unknown[],
): OperationCall {
  const plain = PLAIN[method];
  if (plain !== undefined) return { kind: plain };
  const read = READS[method];
  if (read !== undefined) {
    const hash = wordShape.safeParse(first);
    if (hash.success) return { kind: read, hash: hash.data };
    throw wrongValue('the first parameter must be the hash of an operation');
  }
  const kind = KINDS[method];
  if (kind === undefined) {
    const served = [PLAIN, READS, KINDS].flatMap((methods) => Object.keys(methods)).join(', ');
    throw new OperationRefused(UNKNOWN_METHOD, `The method is not served; those are ${served}`);
  }
  const operation = UserOperation.safeParse(first);
  if (!operation.success) {
    const paths = operation.error.issues.slice(0, PATHS_MAX);
    const words = paths.map(({ path, message }) => `${path.join('.') || 'operation'}: ${message}`);
    throw wrongValue(words.join('; '));
  }
  const entryPoint = addressShape.safeParse(second);
  if (!entryPoint.success)
    throw wrongValue('the second parameter must be the address of EntryPoint');
  return { kind, operation: operation.data, entryPoint: entryPoint.data };
}

/** What cannot be used of an operation, in words. */
export function wrongValue(message: string): OperationRefused {
  return new OperationRefused(WRONG_VALUE, message);
}

/** What the network takes for an operation at most, in units of its coin. */
export function mostCostUnits(operation: UserOperation): bigint {
  const limits = [
    operation.preVerificationGas,
    operation.verificationGasLimit,
    operation.callGasLimit,
    operation.paymasterVerificationGasLimit ?? 0n,
    operation.paymasterPostOpGasLimit ?? 0n,
  ];
  return limits.reduce((sum, limit) => sum + limit) * operation.maxFeePerGas;
}

/** An operation that somebody pays for, and one that names nobody yet. */
export function withSponsorship(
  operation: UserOperation,
  { paymaster, paymasterData, ...limits }: Sponsorship,
): UserOperation {
  return {
    ...operation,
    paymaster,
    paymasterData,
    paymasterVerificationGasLimit:
      limits.paymasterVerificationGasLimit ?? operation.paymasterVerificationGasLimit,
    paymasterPostOpGasLimit: limits.paymasterPostOpGasLimit ?? operation.paymasterPostOpGasLimit,
  };
}

/** A value of the port as the standards write it. */
export function printAnswer(value: object | bigint | readonly string[]): unknown {
  if (typeof value === 'bigint') return `0x${value.toString(16)}`;
  return Array.isArray(value) ? value : printMembers(value);
}

type Found<Read extends keyof Bundlers> = NonNullable<
  Awaited<ReturnType<Extract<Bundlers[Read], (query: never) => unknown>>>
>;

/** How an operation ended; its transaction is named, and its logs are those of the operation alone. */
export function printReceipt(found: Found<'findReceipt'>): unknown {
  const { hash, entryPoint, sender, nonce, paymaster, isSuccessful: success, ...rest } = found;
  const { gasCostUnits: actualGasCost, gasUsed: actualGasUsed, ...place } = rest;
  const { logs, ...block } = place;
  const shown = { userOpHash: hash, entryPoint, sender, nonce, paymaster, success };
  const receipt = { ...block, status: '0x1', logs: [] };
  return { ...printMembers({ ...shown, actualGasCost, actualGasUsed, receipt }), logs };
}

/** An operation that was sent, and the transaction that it is in. */
export function printFoundOperation(found: Found<'findOperation'>): unknown {
  const { operation, entryPoint, transactionHash = null } = found;
  return { userOperation: printOperation(operation), entryPoint, transactionHash };
}
