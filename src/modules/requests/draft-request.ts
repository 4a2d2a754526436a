import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { bytesOf, type Hex } from '#kit/hex.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import type { FeeDraft, FeePlan } from '#modules/fees/index.ts';
import { writeScreeningPlan } from '#modules/screening/index.ts';
import { createdByOf } from './created-by.ts';
import { feeLegsOf, protocolFeeOf } from './fees-of-order.ts';
import { paymentReference } from './model/payment-reference.ts';
import { requestIdOf } from './model/request-id.ts';
import { type AgreedConversion, LINK_ATTRIBUTION, type RequestAttribution } from './model/terms.ts';
import type { RequestTerms } from './read-terms.ts';
import type { NewFeeComponent } from './store/fee-components.ts';
import type { NewRequest } from './store/requests.ts';

/** Eight random bytes, so that a reference cannot be derived from public data. */
const SALT_BYTES = 8;

/** The row of a request with its id and payment reference. */
interface RequestRow extends NewRequest {
  readonly request_id: string;
  readonly payment_reference: Hex;
}

/** A request whose fees are planned. */
export interface PricedRequest {
  /** The input has the amount that the payee receives. */
  readonly terms: RequestTerms;
  /** Null where no fee applies. */
  readonly feePlan: FeePlan | null;
  /** The fees that are paid beside it, in their order. */
  readonly components: readonly FeeDraft[];
  /** Only of a request that no link contains. */
  readonly attribution?: RequestAttribution | undefined;
  /** What is known of the customer, as a JSON text. */
  readonly customerInfo?: string | undefined;
}

/** A request that is not written yet. */
export interface RequestDraft extends Pick<PricedRequest, 'terms' | 'feePlan' | 'customerInfo'> {
  readonly row: RequestRow;
  /** Its fees, each a request of its own, so that it is seen, counted and undone like any payment. */
  readonly fees: readonly { readonly row: RequestRow; readonly component: NewFeeComponent }[];
  /** What pays all of it, and then its fees. */
  readonly order: PaymentOrder;
}

/** Drafts a request with its fees and the order that pays it. Reads and writes nothing. */
export function draftRequest(
  ctx: Context,
  { components, attribution = LINK_ATTRIBUTION, ...priced }: PricedRequest,
): RequestDraft {
  const { terms } = priced;
  const row = rowOf(ctx, terms, attribution);
  const ofFees = { ...attribution, originForm: 'fee', reference: null, plan: null } as const;
  const fees = components.map((fee, position) => {
    const feeRow = rowOf(ctx, termsOfFee(terms, fee), ofFees);
    const component = {
      request_id: feeRow.id,
      account_id: terms.accountId,
      for_request_id: row.id,
      position,
      fee_type: fee.feeType,
      label: fee.label,
      bearer: fee.bearer,
      percentage_bps: fee.percentageBps,
    };
    const due = { ...fee, paymentReference: feeRow.payment_reference };
    return { row: feeRow, component, due };
  });
  const order = orderOf(
    priced.terms,
    row,
    fees.map(({ due }) => due),
  );
  return { ...priced, row, order, fees: fees.map(({ row, component }) => ({ row, component })) };
}

/** A fee is paid in the same way as what it is a fee of. */
function termsOfFee(terms: RequestTerms, fee: FeeDraft): RequestTerms {
  return {
    ...terms,
    payeeAddress: fee.receiverAddress,
    expectedUnits: fee.units,
    fee: undefined,
  };
}

function orderOf(
  { chain, kind, currency, payeeAddress, expectedUnits, fee, conversion }: RequestTerms,
  row: RequestRow,
  due: readonly (FeeDraft & { readonly paymentReference: Hex })[],
): PaymentOrder {
  return {
    chain,
    kind,
    currency,
    payeeAddress,
    paymentReference: row.payment_reference,
    due: { amountUnits: expectedUnits, feeUnits: fee?.units ?? 0n },
    platformFee: fee && { percentage: fee.percentage, address: fee.address },
    conversion,
    protocolFee: protocolFeeOf(due),
    feeLegs: feeLegsOf(due),
  };
}

/** A row, its ids and the payment reference of a request that is created now, with the columns that these are made of. */
export function newReference(
  ctx: Context,
  terms: Pick<RequestTerms, 'accountId' | 'payeeAddress' | 'expectedUnits' | 'currency' | 'chain'>,
) {
  const { accountId, payeeAddress, expectedUnits, currency, chain } = terms;
  const network = chain.network.id;
  const createdAt = ctx.now();
  const salt = ctx.random(SALT_BYTES).toString('hex');
  const record = { accountId, network, currencyId: currency.id, payeeAddress, expectedUnits };
  const requestId = requestIdOf({ ...record, createdAt: isoTime(createdAt), nonce: ctx.newId() });
  const reference = paymentReference({ requestId, salt, payeeAddress });
  return {
    id: ctx.newOrderedId(),
    request_id: requestId,
    payment_reference: reference,
    reference_key: bytesOf(chain.referenceKey(reference)),
    salt,
    created_at: createdAt,
  };
}

function rowOf(ctx: Context, terms: RequestTerms, attribution: RequestAttribution): RequestRow {
  const { accountId, payeeAddress, expectedUnits, currency } = terms;
  return {
    ...newReference(ctx, terms),
    account_id: accountId,
    status: 'created',
    network: terms.chain.network.id,
    kind: terms.kind,
    currency_id: currency.id,
    token_address: currency.address,
    payee_address: payeeAddress,
    expected_units: expectedUnits,
    fee_units: terms.fee?.units ?? 0n,
    fee_percentage: terms.fee?.percentage ?? null,
    fee_address: terms.fee?.address ?? null,
    fee_type: terms.fee?.type ?? null,
    created_by: createdByOf(ctx.actor),
    ...conversionColumns(terms.conversion),
    ...attributionColumns(attribution),
  };
}

function conversionColumns(conversion: AgreedConversion | undefined) {
  return {
    invoice_currency_id: conversion?.invoiceCurrencyId ?? null,
    conversion_path: conversion === undefined ? null : [...conversion.path],
    max_rate_age_seconds: conversion?.maxRateAgeSeconds ?? null,
    slippage_bps: conversion?.slippageBps ?? null,
  };
}

function attributionColumns(attribution: RequestAttribution) {
  return {
    flow: attribution.flow,
    origin_form: attribution.originForm,
    client_id_id: attribution.clientIdId,
    orchestrator_id: attribution.orchestratorId,
    origin: attribution.origin,
    reference: attribution.reference,
    payer_address: attribution.payerAddress,
    recurring_payout_id: attribution.recurringPayoutId,
    original_request_id: attribution.originalRequestId,
    original_request_payment_reference: attribution.originalRequestPaymentReference,
    screening: writeScreeningPlan(attribution.plan),
  };
}
