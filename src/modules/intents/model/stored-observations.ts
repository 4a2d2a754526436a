import { z } from 'zod';
import type { BridgeDeposit, Fill } from '#chains/chain.ts';
import { type Hex, isHex } from '#kit/hex.ts';

/** What is remembered of a source transaction. */
export interface StoredSource {
  readonly sender: string;
  /** Whether its sender paid; false where it calls an account or another contract, which may pay for others. */
  readonly isBySender?: boolean | undefined;
  readonly nonce: bigint;
  /** Whether what it calls pays the link; false also of calls that nobody here can read. */
  readonly pays: boolean;
  readonly block: { readonly number: bigint; readonly time: Date } | null;
  /** What leaves the payer by what it calls, fees of the route included; undefined of calls that nobody here can read. */
  readonly paid?: { readonly tokenAddress: string; readonly units: bigint } | undefined;
}

/** What is remembered of a fill. */
export type StoredFill = Pick<Fill, 'transactionHash' | 'outcome' | 'isFinal' | 'fallback'>;

const units = z.string().transform((digits) => BigInt(digits));
const time = z.iso.datetime().transform((text) => new Date(text));
const hex = z.custom<Hex>((value) => typeof value === 'string' && isHex(value));

const Source = z.object({
  sender: z.string(),
  isBySender: z.boolean().optional(),
  nonce: units,
  pays: z.boolean(),
  block: z.object({ number: units, time }).nullable(),
  paid: z.object({ tokenAddress: z.string(), units }).optional(),
});

const Deposit = z.object({
  depositId: units,
  originChainId: z.number(),
  destinationChainId: z.number(),
  depositor: z.string(),
  recipient: z.string(),
  inputToken: z.string(),
  inputUnits: units,
  outputToken: z.string(),
  outputUnits: units,
  fillDeadline: time,
  relayHash: hex,
  messageHash: hex,
  call: z.object({ to: z.string(), data: hex, units }).optional(),
  fallbackAddress: z.string().optional(),
});

const StoredFillText = z.object({
  transactionHash: hex,
  outcome: z.enum(['call_ran', 'fallback', 'no_call']),
  isFinal: z.boolean(),
  fallback: z.object({ address: z.string(), units }).optional(),
});

/** What is observed, as JSON: amounts as decimal digits, times as ISO 8601. */
export function observationText(observed: unknown): string {
  return JSON.stringify(observed, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

/** A source transaction from its JSON. */
export function readSource(text: string): StoredSource {
  return Source.parse(JSON.parse(text));
}

/** A deposit from its JSON. */
export function readDeposit(text: string): BridgeDeposit {
  return { call: undefined, fallbackAddress: undefined, ...Deposit.parse(JSON.parse(text)) };
}

/** A fill from its JSON. */
export function readFill(text: string): StoredFill {
  return StoredFillText.parse(JSON.parse(text));
}
