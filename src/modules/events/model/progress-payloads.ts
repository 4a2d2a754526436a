import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { LinkClientId } from './link-client-id.ts';
import { decimal } from './payment-payloads.ts';
import { processor } from './processors.ts';
import { RecurringPayment } from './recurring-payment.ts';

const request = {
  requestId: z.string().describe('`01` and 64 hex digits.'),
  requestID: z.string().describe('The same value as `requestId`.'),
  paymentReference: z.string().describe('`0x` and 16 hex digits.'),
};

const link = {
  reference: z.string().optional().describe("The integrator's own reference, where one was given."),
  securePaymentToken: z.string().optional(),
  paymentToken: z.string().optional().describe('The same value as `securePaymentToken`.'),
  clientId: LinkClientId.optional(),
  orchestratorId: z
    .string()
    .optional()
    .describe('The partner that created the link, where one did.'),
};

const sampleRequest = {
  requestId: SAMPLE.requestId,
  requestID: SAMPLE.requestId,
  paymentReference: SAMPLE.paymentReference,
};

/** What receivers of `payment.failed` are sent. */
export const PaymentFailed = z.strictObject({
  event: z.literal('payment.failed'),
  ...request,
  amount: decimal.optional(),
  totalAmountPaid: decimal
    .optional()
    .describe('What all transfers that stand have brought so far.'),
  expectedAmount: decimal.optional().describe('The requested amount, without a fee.'),
  timestamp: z.iso.datetime(),
  paymentCurrency: z.string().optional().describe('A token symbol, such as `USDC`.'),
  isCryptoToFiat: z.boolean().optional(),
  subStatus: z.string().describe('Such as `insufficient_funds`; empty where there is none.'),
  paymentProcessor: processor,
  failureReason: z.string().optional().describe('For people to read.'),
  retryAfter: z.string().optional().describe('When it is tried again, where it is.'),
  recurringPayment: RecurringPayment.optional(),
  ...link,
});

/** What the API description shows of it. */
export const SAMPLE_FAILED = {
  event: 'payment.failed',
  ...sampleRequest,
  amount: SAMPLE.amount,
  totalAmountPaid: '0',
  expectedAmount: SAMPLE.amount,
  timestamp: SAMPLE.paidAt,
  paymentCurrency: SAMPLE.symbol,
  isCryptoToFiat: false,
  subStatus: 'insufficient_funds',
  paymentProcessor: 'service-network',
  failureReason: 'The balance of the wallet is too low',
  securePaymentToken: SAMPLE.token,
  paymentToken: SAMPLE.token,
  clientId: SAMPLE.clientId,
} as const;

/** What receivers of `payment.refunded` are sent. */
export const PaymentRefunded = z.strictObject({
  event: z.literal('payment.refunded'),
  ...request,
  refundedTo: z.string().describe('The wallet that got the money back.'),
  refundAmount: decimal,
  currency: z.string().describe('A token symbol, such as `USDC`.'),
  timestamp: z.iso.datetime(),
  paymentProcessor: processor,
  ...link,
});

/** What the API description shows of it. */
export const SAMPLE_REFUNDED = {
  event: 'payment.refunded',
  ...sampleRequest,
  refundedTo: SAMPLE.payer,
  refundAmount: SAMPLE.amount,
  currency: SAMPLE.symbol,
  timestamp: SAMPLE.paidAt,
  paymentProcessor: 'service-network',
  securePaymentToken: SAMPLE.token,
  paymentToken: SAMPLE.token,
  clientId: SAMPLE.clientId,
} as const;

const sampleProvider = { status: 'sending_fiat', providerId: 'prov_1' };

const ProviderStatus = z.strictObject({ status: z.string(), providerId: z.string() }).meta({
  id: 'PaymentProviderStatus',
  description: 'The answer of the provider of a bank transfer, unchanged.',
  examples: [sampleProvider],
});

/** What receivers of `payment.processing` are sent. */
export const PaymentProcessing = z.strictObject({
  event: z.literal('payment.processing'),
  ...request,
  offrampId: z.string().describe('The transfer to the bank.'),
  timestamp: z.iso.datetime(),
  subStatus: z.enum([
    'initiated',
    'pending_internal_assessment',
    'ongoing_checks',
    'sending_fiat',
    'fiat_sent',
    'bounced',
  ]),
  paymentProcessor: processor,
  rawPayload: ProviderStatus,
  ...link,
});

/** What the API description shows of it. */
export const SAMPLE_PROCESSING = {
  event: 'payment.processing',
  ...sampleRequest,
  offrampId: 'off_42',
  timestamp: SAMPLE.paidAt,
  subStatus: 'sending_fiat',
  paymentProcessor: 'service-tech',
  rawPayload: sampleProvider,
} as const;

/** What receivers of `request.recurring` are sent. */
export const RequestRecurring = z.strictObject({
  event: z.literal('request.recurring'),
  requestId: z.string().describe('The new request.'),
  requestID: z.string().optional().describe('The same value as `requestId`.'),
  paymentReference: z.string().describe('Of the new request.'),
  originalRequestId: z.string().describe('The request that comes again.'),
  originalRequestPaymentReference: z.string(),
  timestamp: z.iso.datetime(),
  paymentProcessor: processor,
  ...link,
});

/** What the API description shows of it. */
export const SAMPLE_RECURRING = {
  event: 'request.recurring',
  requestId: '01c1f9d7e20b6a4893d5f0e8b2a7461c39e85d70f4ab12c6d83e9507fa64b1d2e8',
  requestID: '01c1f9d7e20b6a4893d5f0e8b2a7461c39e85d70f4ab12c6d83e9507fa64b1d2e8',
  paymentReference: '0x8899aabbccddeeff',
  originalRequestId: SAMPLE.requestId,
  originalRequestPaymentReference: SAMPLE.paymentReference,
  timestamp: SAMPLE.paidAt,
  paymentProcessor: 'service-network',
} as const;
