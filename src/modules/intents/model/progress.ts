import { SOURCE_SYMBOLS } from '#catalog/bridge.ts';
import { type Currency, currencyByToken } from '#catalog/currencies.ts';
import { type NetworkId, networkByChainId } from '#catalog/networks.ts';
import type { BridgeDeposit, DecodedRoute, Refund, TokenPayment } from '#chains/chain.ts';
import { invariant } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { next } from '#kit/machine.ts';
import { isDollar } from '#modules/fees/index.ts';
import type { PaymentIntent } from './payment-intent.ts';
import {
  type PaymentIntentEvent,
  type PaymentIntentStatus,
  paymentIntentMachine,
} from './status.ts';
import type { StoredFill, StoredSource } from './stored-observations.ts';
import type { StoredProposal } from './stored-proposal.ts';

/** The request that an intent is to pay. */
export interface IntentRequest {
  /** The public id. */
  readonly requestId: string;
  readonly paymentReference: Hex;
  /** Where it is paid. */
  readonly network: NetworkId;
  /** Only payments of the kind `token` come from other networks. */
  readonly kind: string;
  readonly currencyId: string;
  readonly tokenAddress: string;
  readonly payeeAddress: string;
  readonly expectedUnits: bigint;
  readonly paidUnits: bigint;
}

/** An intent that is due, with what was seen of it before. */
export interface DueIntent extends PaymentIntent {
  readonly checks: number;
  readonly source: StoredSource | null;
  readonly deposit: BridgeDeposit | null;
  readonly fill: StoredFill | null;
  /** Whether `payment.failed` was recorded of it. */
  readonly hasFailed: boolean;
  readonly statusSince: Date;
  /** Of a Safe's transaction: the Safe, once it is known. */
  readonly safeAddress: string | null;
  readonly proposal: StoredProposal | null;
  /** When it was proven to pay the link, and until when others wait for it. */
  readonly provenAt: Date | null;
  readonly holdsUntil: Date | null;
  /** How many of its link are read. */
  readonly openOfLink: number;
  readonly request: IntentRequest;
}

/** Something that was seen of an intent, and moves it. */
export interface Finding {
  readonly event: PaymentIntentEvent;
  readonly observedFrom: 'client' | 'source' | 'destination' | 'provider' | 'ledger';
  readonly details: Readonly<Record<string, unknown>>;
}

/** A move of an intent. */
export interface Move extends Finding {
  readonly status: PaymentIntentStatus;
}

/** How far one check has come with an intent; it is written at once, at the end. */
export interface Progress {
  readonly intent: DueIntent;
  readonly status: PaymentIntentStatus;
  readonly moves: readonly Move[];
  readonly source: StoredSource | null;
  readonly deposit: BridgeDeposit | null;
  readonly fill: StoredFill | null;
  readonly refund: Refund | null;
  /** Whether the payment that it made is final, so that nothing can change any more. */
  readonly isFinal: boolean;
  /** The transfer of that payment, where there is one alone. */
  readonly transferId: string | undefined;
  /** Of a Safe's transaction. */
  readonly safeAddress: string | null;
  readonly proposal: StoredProposal | null;
  /** What this check proved of it. */
  readonly proof: { readonly holdsUntil: Date } | undefined;
}

/** The beginning of a check. */
export function progressOf(intent: DueIntent): Progress {
  const { status, source, deposit, fill, safeAddress, proposal } = intent;
  return {
    intent,
    status,
    source,
    deposit,
    fill,
    safeAddress,
    proposal,
    moves: [],
    refund: null,
    isFinal: false,
    transferId: undefined,
    proof: undefined,
  };
}

/** The transaction that it is followed by on its network: what was reported, or what executed what owners of a Safe signed. */
export function hashOf({ intent, proposal }: Pick<Progress, 'intent' | 'proposal'>): Hex {
  const hash = intent.transactionHash ?? proposal?.execution?.transactionHash;
  invariant(hash !== undefined, 'its transaction is known');
  return hash;
}

/** Moves an intent by what was seen, where its table allows it. */
export function advance(progress: Progress, found: Finding | undefined): Progress {
  if (found === undefined) return progress;
  const status = next(paymentIntentMachine, progress.status, found.event);
  if (status === undefined || status === progress.status) return progress;
  return { ...progress, status, moves: [...progress.moves, { ...found, status }] };
}

/** Whether a payment is one of this request: its reference, payee and token, of any amount. */
export function paysRequest(payment: TokenPayment | undefined, request: IntentRequest): boolean {
  return (
    payment !== undefined &&
    request.kind === 'token' &&
    payment.paymentReference.toLowerCase() === request.paymentReference.toLowerCase() &&
    payment.payeeAddress.toLowerCase() === request.payeeAddress.toLowerCase() &&
    payment.tokenAddress.toLowerCase() === request.tokenAddress.toLowerCase() &&
    payment.amountUnits > 0n
  );
}

/** Whether a deposit brings what its call takes, in the token of the request; any other call fails for certain. */
export function bringsPayment(
  { call, outputToken, outputUnits }: Pick<BridgeDeposit, 'call' | 'outputToken' | 'outputUnits'>,
  request: Pick<IntentRequest, 'tokenAddress'>,
): boolean {
  const isToken = outputToken.toLowerCase() === request.tokenAddress.toLowerCase();
  return isToken && call !== undefined && call.units <= outputUnits;
}

/**
 * Whether somebody may deliver a deposit: it is worth at least half of what it brings, in stablecoins counted one to one. Anybody can
 * deposit next to nothing for a large output, which nobody fills, and it would look like a payment on its way for hours.
 */
export function mayBeDelivered(
  deposit: Pick<
    BridgeDeposit,
    'originChainId' | 'inputToken' | 'inputUnits' | 'outputToken' | 'outputUnits'
  >,
  { network }: Pick<IntentRequest, 'network'>,
): boolean {
  const origin = networkByChainId(deposit.originChainId)?.id;
  const input = origin && currencyByToken(origin, deposit.inputToken);
  const output = currencyByToken(network, deposit.outputToken);
  if (input === undefined || output === undefined || !isStable(input)) return false;
  const inputWorth = deposit.inputUnits * 10n ** BigInt(output.decimals);
  const outputWorth = deposit.outputUnits * 10n ** BigInt(input.decimals);
  return 2n * inputWorth >= outputWorth;
}

function isStable(currency: Currency): boolean {
  return isDollar(currency) || SOURCE_SYMBOLS.some((symbol) => symbol === currency.symbol);
}

/**
 * Whether a route brings back to its sender what does not arrive. Routes of payers do; a payer's calldata that
 * somebody else sent does not, and says nothing of the payer.
 */
export function returnsTo(
  sender: string,
  { refundAddress, fallbackAddress }: Pick<DecodedRoute, 'refundAddress' | 'fallbackAddress'>,
): boolean {
  return [refundAddress, fallbackAddress].every(
    (address) => address.toLowerCase() === sender.toLowerCase(),
  );
}
