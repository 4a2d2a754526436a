import type { z } from 'zod';
import { printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { CRYPTO_PROCESSOR, FIAT_PROCESSOR } from './processors.ts';
import type {
  PaymentFailed,
  PaymentProcessing,
  PaymentRefunded,
  RequestRecurring,
} from './progress-payloads.ts';
import { recurringKeys } from './recurring-payment.ts';

/** The request and link of a payment that failed or was returned. */
interface ProgressInput {
  /** The public request id. */
  readonly requestId: string;
  readonly paymentReference: string;
  readonly at: Date;
  readonly link: {
    readonly token: string | null;
    readonly reference: string | null;
    /** The public `cli_...` text. */
    readonly clientId: string | null;
    readonly orchestratorId: string | null;
  };
}

/** What is known of a payment that could not be carried out. */
export interface PaymentFailedInput extends ProgressInput {
  readonly event: 'payment.failed';
  /** What was to be paid, and what the amounts are in. */
  readonly currency: { readonly symbol: string; readonly decimals: number };
  readonly amountUnits: bigint;
  readonly totalPaidUnits: bigint;
  readonly expectedUnits: bigint;
  /** For people to read. */
  readonly failureReason: string;
  /** From when on it is safe to pay again; undefined while another payment is on its way. */
  readonly retryAfter: Date | undefined;
  /** `failed` where it is left out. */
  readonly subStatus?: 'insufficient_funds' | 'bounced' | undefined;
  /** The payout to a bank account that failed; left out of others. */
  readonly offRampId?: string;
  /** The recurring payout whose instalment it is; left out of others. */
  readonly recurringPayoutId?: string;
}

/** What is known of a payment that went back. */
export interface PaymentRefundedInput extends ProgressInput {
  readonly event: 'payment.refunded';
  readonly refundedTo: string;
  /** The payout to a bank account that was undone; left out of others. */
  readonly offRampId?: string;
  readonly units: bigint;
  /** What was returned. */
  readonly currency: { readonly symbol: string; readonly decimals: number };
}

/** What is known of a payment that is on its way to a bank account. */
export interface PaymentProcessingInput extends ProgressInput {
  readonly event: 'payment.processing';
  readonly offRampId: string;
  readonly subStatus: z.output<typeof PaymentProcessing>['subStatus'];
  /** The provider's own words. */
  readonly provider: { readonly status: string; readonly providerId: string };
}

/** What is known of a request that was made of another one. */
export interface RequestRecurringInput extends ProgressInput {
  readonly event: 'request.recurring';
  /** The request that comes again. */
  readonly original: { readonly requestId: string; readonly paymentReference: string };
}

/** What receivers are sent of a request that was made of another one. */
export function requestRecurringPayload(
  input: RequestRecurringInput,
): z.output<typeof RequestRecurring> {
  return {
    event: input.event,
    ...requestKeys(input),
    originalRequestId: input.original.requestId,
    originalRequestPaymentReference: input.original.paymentReference,
    timestamp: isoTime(input.at),
    paymentProcessor: CRYPTO_PROCESSOR,
    ...linkKeys(input),
  };
}

/** What receivers are sent of a payment that is on its way to a bank account. */
export function paymentProcessingPayload(
  input: PaymentProcessingInput,
): z.output<typeof PaymentProcessing> {
  return {
    event: input.event,
    ...requestKeys(input),
    offrampId: input.offRampId,
    timestamp: isoTime(input.at),
    subStatus: input.subStatus,
    paymentProcessor: FIAT_PROCESSOR,
    rawPayload: input.provider,
    ...linkKeys(input),
  };
}

/** What receivers are sent of a payment that could not be carried out; amounts become decimals. */
export function paymentFailedPayload(input: PaymentFailedInput): z.output<typeof PaymentFailed> {
  const print = (units: bigint) => printAmount(units, input.currency.decimals);
  return {
    event: input.event,
    ...requestKeys(input),
    amount: print(input.amountUnits),
    totalAmountPaid: print(input.totalPaidUnits),
    expectedAmount: print(input.expectedUnits),
    timestamp: isoTime(input.at),
    paymentCurrency: input.currency.symbol,
    isCryptoToFiat: input.offRampId !== undefined,
    subStatus: input.subStatus ?? 'failed',
    paymentProcessor: processorOf(input),
    failureReason: input.failureReason,
    ...(input.retryAfter && { retryAfter: isoTime(input.retryAfter) }),
    ...recurringKeys(input.recurringPayoutId ?? null),
    ...linkKeys(input),
  };
}

/** What receivers are sent of money that went back to a payer; its amount becomes a decimal. */
export function paymentRefundedPayload(
  input: PaymentRefundedInput,
): z.output<typeof PaymentRefunded> {
  return {
    event: input.event,
    ...requestKeys(input),
    refundedTo: input.refundedTo,
    refundAmount: printAmount(input.units, input.currency.decimals),
    currency: input.currency.symbol,
    timestamp: isoTime(input.at),
    paymentProcessor: processorOf(input),
    ...linkKeys(input),
  };
}

function processorOf({ offRampId }: { readonly offRampId?: string }): string {
  return offRampId === undefined ? CRYPTO_PROCESSOR : FIAT_PROCESSOR;
}

function requestKeys({ requestId, paymentReference }: ProgressInput) {
  return { requestId, requestID: requestId, paymentReference };
}

function linkKeys({ link }: ProgressInput) {
  return {
    ...(link.reference !== null && { reference: link.reference }),
    ...(link.token !== null && { securePaymentToken: link.token, paymentToken: link.token }),
    ...(link.clientId !== null && { clientId: link.clientId }),
    ...(link.orchestratorId !== null && { orchestratorId: link.orchestratorId }),
  };
}
