import { writtenHash } from '#catalog/networks.ts';
import type { PaymentKind } from '#catalog/payment-kind.ts';
import { invariant } from '#kit/failure.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import { CreatedBy, Flow } from '#modules/events/index.ts';
import type { AgreedConversion } from './terms.ts';

/** A request for code that prepares its payment, with what was paid so far. */
export interface PayableRequest {
  /** The row; `requestId` is the public id. */
  readonly id: string;
  readonly requestId: string;
  readonly paymentReference: Hex;
  readonly network: string;
  readonly kind: PaymentKind;
  readonly currencyId: string;
  readonly tokenAddress: string;
  readonly payeeAddress: string;
  /** This and all units below are in the unit of the invoice currency; see `invoiceDecimals`. */
  readonly expectedUnits: bigint;
  readonly feeUnits: bigint;
  readonly feePercentage: string | null;
  readonly feeAddress: string | null;
  /** Only of a conversion. */
  readonly conversion: AgreedConversion | undefined;
  /** The sum of the payments that stand. */
  readonly paidUnits: bigint;
  /** As its network writes hashes. What paid it, or a part of it last; payments after it was paid as a whole do not replace it. */
  readonly paidTransactionHash: string | null;
  /** The newest payment that was seen and still waits for confirmations. */
  readonly seenTransactionHash: string | null;
}

/** The columns of a request with its conversion. */
interface ConversionColumns {
  readonly invoice_currency_id: string | null;
  readonly conversion_path: string[] | null;
  readonly max_rate_age_seconds: number | null;
  readonly slippage_bps: number | null;
}

/** The columns of a request, and of the payments found with it, that a `PayableRequest` is read from. */
export interface PayableColumns extends ConversionColumns {
  readonly id: string;
  readonly request_id: string;
  readonly payment_reference: Hex;
  readonly network: string;
  readonly kind: string;
  readonly currency_id: string;
  readonly token_address: string;
  readonly payee_address: string;
  readonly expected_units: bigint;
  readonly fee_units: bigint;
  readonly fee_percentage: string | null;
  readonly fee_address: string | null;
  readonly paid_units: bigint;
  readonly paid_hash: Buffer | null;
  readonly seen_hash: Buffer | null;
}

/** The request that a row holds. */
export function payableRequestFrom(row: PayableColumns): PayableRequest {
  return {
    id: row.id,
    requestId: row.request_id,
    paymentReference: row.payment_reference,
    network: row.network,
    kind: kindOf(row.kind),
    currencyId: row.currency_id,
    tokenAddress: row.token_address,
    payeeAddress: row.payee_address,
    expectedUnits: row.expected_units,
    feeUnits: row.fee_units,
    feePercentage: row.fee_percentage,
    feeAddress: row.fee_address,
    conversion: conversionOf(row),
    paidUnits: row.paid_units,
    paidTransactionHash: row.paid_hash && writtenHash(row.network, hexOf(row.paid_hash)),
    seenTransactionHash: row.seen_hash && writtenHash(row.network, hexOf(row.seen_hash)),
  };
}

/** How a request is converted, as its row says; undefined where it is not. */
function conversionOf(row: ConversionColumns): AgreedConversion | undefined {
  const { invoice_currency_id, conversion_path, max_rate_age_seconds, slippage_bps } = row;
  if (invoice_currency_id === null) return undefined;
  const isFull = conversion_path !== null && max_rate_age_seconds !== null && slippage_bps !== null;
  invariant(isFull, 'a conversion has its path and its limits');
  return {
    invoiceCurrencyId: invoice_currency_id,
    path: conversion_path,
    maxRateAgeSeconds: max_rate_age_seconds,
    slippageBps: slippage_bps,
  };
}

/** The form of payment that a row names. */
export function kindOf(text: string): PaymentKind {
  invariant(
    text === 'token' || text === 'native' || text === 'conversion',
    `no request is paid by "${text}"`,
  );
  return text;
}

/** The direction of payment that a row names. */
export function flowOf(text: string): Flow {
  const flow = Flow.options.find((one) => one === text);
  invariant(flow !== undefined, `no money flows "${text}"`);
  return flow;
}

/** A stored kind of credential; null where the row names none. */
export function readCreatedBy(text: string | null): CreatedBy | null {
  return CreatedBy.options.find((kind) => kind === text) ?? null;
}
