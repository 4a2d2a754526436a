import { z } from 'zod';
import type { Currency } from '#catalog/currencies.ts';
import { NetworkWord } from '#catalog/network-shape.ts';
import type { NetworkId } from '#catalog/networks.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { eventFeeType } from './event-fee-type.ts';
import { decimal } from './payment-payloads.ts';

const sampleFee = {
  requestId: '018f3a5b1c7d9e0f2a4b6c8d0e1f3a5b7c9d1e3f5a7b9c0d2e4f6a8b0c1d3e5f7a',
  paymentReference: '0x8899aabbccddeeff',
  type: 'orchestrator_fee',
  label: 'Orchestrator fee',
  bearer: 'payee',
  amount: SAMPLE.fee,
  currency: SAMPLE.symbol,
  receiverAddress: SAMPLE.feeAddress,
} as const;

/** A fee of a paid request that can still be paid. */
export const OutstandingFee = z
  .strictObject({
    requestId: z.string().describe('The request that the fee is, `01` and 64 hex digits.'),
    paymentReference: z.string().describe('The reference of a payment of the fee on the chain.'),
    type: z
      .string()
      .describe(
        '`orchestrator_fee`, `protocol_fee`, `transaction_sponsorship_fee`, or `platform` where it is paid apart.',
      ),
    label: z.string(),
    bearer: z.enum(['payer', 'payee']),
    amount: decimal.describe('What is missing of it.'),
    currency: z.string().describe('A token symbol, or a fiat code such as `EUR`.'),
    receiverAddress: z.string(),
  })
  .meta({
    id: 'OutstandingFee',
    description: 'A fee of a paid request that was not paid.',
    examples: [sampleFee],
  });

const sampleSkipped = {
  type: 'platform',
  amount: SAMPLE.fee,
  currency: SAMPLE.symbol,
  receiverAddress: SAMPLE.feeAddress,
} as const;

/** A fee of a paid request that its payments should have brought. */
export const SkippedFee = z
  .strictObject({
    type: z
      .string()
      .describe('`platform`, or the one fee of a recurring payout, such as `protocol_fee`.'),
    amount: decimal.describe('What is missing of it.'),
    currency: z.string().describe('A token symbol, or a fiat code such as `EUR`.'),
    receiverAddress: z.string().describe('Who should have received it.'),
  })
  .meta({
    id: 'SkippedFee',
    description:
      'A fee that belonged to a payment and was left out of it or sent to another address.',
    examples: [sampleSkipped],
  });

/** What receivers of `payment.fees_outstanding` are sent: ours. */
export const FeesOutstanding = z.strictObject({
  event: z.literal('payment.fees_outstanding'),
  requestId: z.string().describe('The request that was paid without them.'),
  requestID: z.string().describe('The same value as `requestId`.'),
  paymentReference: z.string(),
  timestamp: z.iso.datetime(),
  network: NetworkWord,
  paymentCurrency: z.string().describe('A token symbol, such as `USDC`.'),
  outstandingFees: z
    .array(OutstandingFee)
    .describe('All that can still be paid, without what is on its way; empty for none.'),
  skippedFees: z
    .array(SkippedFee)
    .optional()
    .describe(
      'Fees that no later payment can include, reported once with the payment that completed the request; absent for none.',
    ),
  reference: z.string().optional().describe("The integrator's own reference, where one was given."),
  securePaymentToken: z.string().optional(),
  paymentToken: z.string().optional().describe('The same value as `securePaymentToken`.'),
  clientId: z.string().optional().describe('The client ID that it was created with.'),
  orchestratorId: z.string().optional().describe('The partner that created it, where one did.'),
});

/** What the API description shows of it. */
export const SAMPLE_FEES_OUTSTANDING = {
  event: 'payment.fees_outstanding',
  requestId: SAMPLE.requestId,
  requestID: SAMPLE.requestId,
  paymentReference: SAMPLE.paymentReference,
  timestamp: SAMPLE.paidAt,
  network: SAMPLE.network,
  paymentCurrency: SAMPLE.symbol,
  outstandingFees: [sampleFee],
  securePaymentToken: SAMPLE.token,
  paymentToken: SAMPLE.token,
  clientId: SAMPLE.clientId,
} as const;

/** What amounts are in, and how many decimals they have. */
interface InvoiceCurrency {
  readonly symbol: string;
  readonly decimals: number;
}

/** A fee that can still be paid. */
interface OutstandingFeesInput {
  /** The public id of the request that it is. */
  readonly requestId: string;
  readonly paymentReference: string;
  readonly feeType: string;
  readonly label: string;
  readonly bearer: 'payer' | 'payee';
  readonly units: bigint;
  readonly receiverAddress: string;
}

/** A fee that no payment can bring any more. */
interface SkippedFeeInput {
  readonly units: bigint;
  readonly receiverAddress: string;
  readonly feeType: string;
}

/** A paid request and the fees that it was paid without. */
export interface FeesOutstandingInput {
  /** The public request id. */
  readonly requestId: string;
  readonly paymentReference: string;
  readonly network: NetworkId;
  readonly currency: Currency;
  readonly invoiceCurrency: InvoiceCurrency;
  readonly at: Date;
  readonly fees: readonly OutstandingFeesInput[];
  /** The fee inside the payments that they did not bring. */
  readonly skipped: SkippedFeeInput | undefined;
  readonly link: {
    readonly token: string | null;
    readonly reference: string | null;
    readonly clientId: string | null;
    readonly orchestratorId: string | null;
  };
}

/** The payload of `payment.fees_outstanding`, in the order in which its keys are sent. */
export function feesOutstandingPayload(
  input: FeesOutstandingInput,
): z.infer<typeof FeesOutstanding> {
  const {
    requestId,
    paymentReference,
    network,
    currency,
    invoiceCurrency,
    at,
    fees,
    skipped,
    link,
  } = input;
  return {
    event: 'payment.fees_outstanding',
    requestId,
    requestID: requestId,
    paymentReference,
    timestamp: isoTime(at),
    network,
    paymentCurrency: currency.symbol,
    outstandingFees: fees.map((fee) => outstandingFeeOf(fee, invoiceCurrency)),
    ...(skipped && { skippedFees: [skippedFeeOf(skipped, invoiceCurrency)] }),
    ...(link.reference === null ? {} : { reference: link.reference }),
    ...(link.token === null ? {} : { securePaymentToken: link.token, paymentToken: link.token }),
    ...(link.clientId === null ? {} : { clientId: link.clientId }),
    ...(link.orchestratorId === null ? {} : { orchestratorId: link.orchestratorId }),
  };
}

/** An outstanding fee as events and the view of its request show it. */
export function outstandingFeeOf(
  {
    requestId,
    paymentReference,
    feeType,
    label,
    bearer,
    units,
    receiverAddress,
  }: OutstandingFeesInput,
  { symbol, decimals }: InvoiceCurrency,
): z.infer<typeof OutstandingFee> {
  return {
    requestId,
    paymentReference,
    type: eventFeeType(feeType),
    label,
    bearer,
    amount: printAmount(units, decimals),
    currency: symbol,
    receiverAddress,
  };
}

/** A skipped fee as events and the view of its request show it. */
export function skippedFeeOf(
  { units, receiverAddress, feeType }: SkippedFeeInput,
  { symbol, decimals }: InvoiceCurrency,
): z.infer<typeof SkippedFee> {
  return {
    type: eventFeeType(feeType),
    amount: printAmount(units, decimals),
    currency: symbol,
    receiverAddress,
  };
}
