import { decodeFunctionData } from 'viem';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { erc20FeeProxyAbi } from '#catalog/abis/erc20-fee-proxy.generated.ts';
import { tronBatchPaymentsAbi } from '#catalog/abis/tron-batch-payments.generated.ts';
import { type FieldIssue, invariant } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { TransactionStep } from '../chain.ts';
import { hexAddress } from './address.ts';
import { base58Of } from './base58.ts';
import { encodeStep, type TronContracts } from './encode.ts';
import type { RawTransaction } from './raw-transaction.ts';

/** How the calls of each kind of step are read, and what their arguments are called in refusals. */
const METHODS = {
  approval: { abi: erc20Abi, names: ['spender', 'amount'] },
  payment: {
    abi: erc20FeeProxyAbi,
    names: ['token', 'payee', 'amount', 'reference', 'fee', 'feeReceiver'],
  },
  batch: {
    abi: tronBatchPaymentsAbi,
    names: ['token', 'payees', 'amounts', 'references', 'fees', 'feeReceiver'],
  },
} as const;

/** `0x` and the eight digits that name the method. */
const SELECTOR_CHARACTERS = 10;

/**
 * How many more characters of arguments than expected are decoded, so that an item too many is named. Arrays may
 * name the same bytes again and again, so that 60 kB would be decoded to gigabytes.
 */
const MORE_CHARACTERS_MAX = 2_048;

/** In what a signed transaction differs from an expected step; empty where it is exactly that. */
export function differencesOf(
  raw: RawTransaction,
  contracts: TronContracts,
  step: TransactionStep,
): FieldIssue[] {
  const expected = encodeStep(contracts, step);
  const issues: FieldIssue[] = [];
  if (raw.contract !== hexAddress(expected.to)) {
    issues.push(difference('contract', base58Of(`0x${raw.contract.slice(2)}`), expected.to));
  }
  if (raw.feeLimit !== expected.feeLimit) {
    issues.push(difference('fee_limit', raw.feeLimit, expected.feeLimit));
  }
  const data: Hex = `0x${raw.data}`;
  if (data !== expected.data) issues.push(...differencesOfData(data, expected.data, step.type));
  return issues;
}

function differencesOfData(data: Hex, expected: Hex, type: TransactionStep['type']): FieldIssue[] {
  const [method, right] = [data, expected].map((one) => one.slice(0, SELECTOR_CHARACTERS));
  if (method !== right) return [difference('method', method, right)];
  if (data.length > expected.length + MORE_CHARACTERS_MAX) {
    return [difference('data.length', bytesIn(data), bytesIn(expected))];
  }
  const isOwn = type !== 'pull' && type !== 'permit';
  invariant(isOwn, 'wallets of the network pay with their own tokens');
  const { abi, names } = METHODS[type];
  const [given, wanted] = [argumentsIn(abi, data), argumentsIn(abi, expected)];
  if (given === undefined)
    return [{ field: 'data', message: 'are not the arguments of the method' }];
  const issues = names.flatMap((name, i) => compareValues(name, given[i], wanted?.[i]));
  // Equal arguments in other bytes: something is appended, or stands where nobody reads it.
  return issues.length > 0 ? issues : [{ field: 'data', message: 'is not encoded canonically' }];
}

function bytesIn(data: Hex): number {
  return (data.length - '0x'.length) / 2;
}

function argumentsIn(
  abi: (typeof METHODS)[keyof typeof METHODS]['abi'],
  data: Hex,
): readonly unknown[] | undefined {
  try {
    const read: { readonly args?: readonly unknown[] | undefined } = decodeFunctionData({
      abi,
      data,
    });
    return read.args ?? [];
  } catch {
    // Whoever signed sends any bytes; the caller says that they are no call of the method.
    return undefined;
  }
}

function compareValues(name: string, given: unknown, wanted: unknown): FieldIssue[] {
  if (!Array.isArray(given) || !Array.isArray(wanted)) {
    return given === wanted ? [] : [difference(name, given, wanted)];
  }
  if (given.length !== wanted.length)
    return [difference(`${name}.length`, given.length, wanted.length)];
  return given.flatMap((one, i) => compareValues(`${name}[${i}]`, one, wanted[i]));
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

function difference(field: string, given: unknown, wanted: unknown): FieldIssue {
  return { field, message: `is ${shown(given)} and must be ${shown(wanted)}` };
}

function shown(value: unknown): string {
  const text = String(value);
  return ADDRESS.test(text) ? base58Of(text.toLowerCase()) : text;
}
