import { BaseError, decodeFunctionData } from 'viem';
import { recurringProxyAbi } from '#catalog/abis/recurring-proxy.ts';
import { invariant } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { InstalmentRefusal, InstalmentToTake } from '../../schedules.ts';
import type { Call } from '../../signing.ts';
import { contractFunction, encodeCall, referenceArgument } from '../encode.ts';
import {
  digestOf,
  type PermitValues,
  type ReadPermit,
  readPermit,
  withOldParity,
} from './permit.ts';

const trigger = contractFunction(recurringProxyAbi, 'triggerRecurringPayment');
const SELECTOR = trigger.functionName.slice(2);
/** The struct's words, those of signature, index and reference, and the lengths and contents of both. */
const CALL_BYTES_MIN = 4 + 32 * (13 + 3 + 2);
/** More calls than a relayer puts into one transaction; data can hold the selector any number of times. */
const CALLS_MAX = 100;

/** Errors of the contract, by their selectors. */
const ERRORS: ReadonlyMap<string, InstalmentRefusal> = new Map([
  ['0xd5a4f5ea', 'not_signed'],
  ['0xda023c0b', 'expired'],
  ['0x061235ef', 'out_of_order'],
  ['0xbec060dd', 'no_such_index'],
  ['0xb39d2709', 'not_due'],
  ['0x544db32b', 'taken_before'],
]);
/** Reasons that are texts. The fee proxy alone reverts without any, where a token answers false or reverts. */
const TEXTS: readonly (readonly [RegExp, InstalmentRefusal])[] = [
  [/Pausable: paused/, 'paused'],
  [/AccessControl: account /, 'sender_not_allowed'],
  [/ECDSA: /, 'not_signed'],
  [/transferFrom\(\) (failed|has been reverted)/, 'transfer'],
  [/^(execution |vm execution error: )?revert(ed)?( 0x)?$/i, 'transfer'],
];

/** See `Schedules.trigger`. */
export function encodeTrigger({
  permit,
  signature,
  index,
  paymentReference,
}: InstalmentToTake): Call {
  const { proxy, values } = readPermit(permit);
  invariant(index >= 1 && index <= values.totalPayments, `the schedule has no instalment ${index}`);
  const reference = referenceArgument(paymentReference);
  return {
    to: proxy,
    data: encodeCall(trigger, [values, withOldParity(signature), index, reference]),
    valueUnits: 0n,
  };
}

/** See `Schedules.readRefusal`. */
export function readRefusal(reason: string): InstalmentRefusal {
  return ERRORS.get(reason) ?? TEXTS.find(([text]) => text.test(reason))?.[1] ?? 'other';
}

/** A call of the contract that data carries. */
export interface Triggered {
  readonly call: { readonly index: number };
  readonly values: PermitValues;
  readonly signature: Hex;
  readonly paymentReference: Hex;
  /** Whether the data is this call and nothing else. */
  readonly isWhole: boolean;
  /** The digest of its permit, signed for this contract on this network. */
  readonly digestAt: (contract: Pick<ReadPermit, 'proxy' | 'chainId'>) => Hex;
}

/** The calls of the contract that the data of a transaction is or carries, as where a relayer makes several at once. */
export function findTriggersIn(data: Hex): Triggered[] {
  const found: Triggered[] = [];
  let at = data.indexOf(SELECTOR, 2);
  for (let i = 0; at !== -1 && i < CALLS_MAX; i += 1) {
    // Bytes begin at even places, behind the two characters of the prefix.
    const read = at % 2 === 0 ? readCall(`0x${data.slice(at)}`, at === 2) : undefined;
    if (read !== undefined) found.push(read);
    at = data.indexOf(SELECTOR, at + 1);
  }
  return found;
}

function readCall(data: Hex, isWhole: boolean): Triggered | undefined {
  if (data.length < 2 + 2 * CALL_BYTES_MIN) return undefined;
  try {
    const { functionName, args } = decodeFunctionData({ abi: recurringProxyAbi, data });
    if (functionName !== 'triggerRecurringPayment') return undefined;
    const [values, signature, index, paymentReference] = args;
    return {
      call: { index },
      values,
      signature,
      paymentReference,
      isWhole,
      digestAt: (contract) => digestOf(values, contract),
    };
  } catch (error) {
    if (error instanceof BaseError) return undefined;
    throw error;
  }
}
