import type { Call } from '#chains/chain.ts';
import { bytesOf, type Hex } from '#kit/hex.ts';
import { keccak256 } from '#kit/keccak.ts';

/** A transaction as `/pay` answers it. */
interface PreparedCall {
  readonly to: string;
  readonly data: Hex;
  readonly value: string;
}

/** The calls that pay, one by one or as one call of the batch contract. */
interface PreparedCalls {
  readonly transactions: readonly PreparedCall[];
  readonly atomicTransactions?: readonly PreparedCall[];
}

/**
 * Why an operation is not the payment; undefined where its calls are exactly those that were prepared, in their order: whoever pays for
 * it pays for nothing else.
 */
export function findOperationProblem(
  calls: readonly Call[],
  { transactions, atomicTransactions }: PreparedCalls,
): string | undefined {
  const forms = [transactions, ...(atomicTransactions ? [atomicTransactions] : [])];
  if (forms.some((form) => isSameCalls(calls, form))) return undefined;
  const counts = forms.map(({ length }) => length).join(' or ');
  if (forms.every(({ length }) => length !== calls.length)) {
    return `the operation makes ${calls.length} calls, and the payment takes ${counts}`;
  }
  const wrong = calls.findIndex((call, i) => !forms.some((form) => isSame(call, form[i])));
  return `call ${wrong + 1} of the operation is not that of the payment as it is due now: prepare it again`;
}

function isSameCalls(calls: readonly Call[], prepared: readonly PreparedCall[]): boolean {
  return calls.length === prepared.length && calls.every((call, i) => isSame(call, prepared[i]));
}

function isSame({ to, data, valueUnits }: Call, prepared: PreparedCall | undefined): boolean {
  return (
    prepared !== undefined &&
    to.toLowerCase() === prepared.to.toLowerCase() &&
    data.toLowerCase() === prepared.data.toLowerCase() &&
    valueUnits === BigInt(prepared.value)
  );
}

/** The hash by which the calldata of an operation is recognised. */
export function hashOfCalls(callData: Hex): Hex {
  return keccak256(bytesOf(callData));
}
