import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { CustomerInfo, OutstandingFee, SkippedFee } from '#modules/events/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { RecurrenceFrequency } from '../model/recurrence.ts';
import { viewRequest } from '../view-request.ts';
import { Payment, PendingPayment, samplePayment } from './payment-shapes.ts';
import { REQUEST_NOT_FOUND, RequestParams, RequestStatusResponse } from './request-shapes.ts';

const sampleConverted = {
  amount: '12.5',
  amountInUsd: '14.0625',
  conversionRate: '0.888888888888',
  rateSource: 'chainlink' as const,
  timestamp: SAMPLE.paidAt,
};

const ConvertedPayment = z
  .object({
    amount: z.string(),
    amountInUsd: z.string(),
    conversionRate: z.string(),
    rateSource: z.literal('chainlink'),
    timestamp: z.iso.datetime(),
  })
  .meta({
    id: 'ConvertedPayment',
    description: 'What a payment was converted from; amounts in the invoice’s currency.',
    examples: [sampleConverted],
  });

const sampleBreakdown = {
  paidAmount: '12.5',
  paidAmountInUsd: '14.0625',
  remainingAmount: '12.5',
  remainingAmountInUsd: '14.0625',
  currentMarketRate: '0.888888888888',
  currentMarketRateSource: 'chainlink' as const,
  payments: [sampleConverted],
};

const ConversionBreakdown = z
  .object({
    paidAmount: z.string(),
    paidAmountInUsd: z.string(),
    remainingAmount: z.string(),
    remainingAmountInUsd: z.string(),
    currentMarketRate: z
      .string()
      .nullable()
      .describe(
        'What one token counts for now, in the invoice’s currency; null where no feed answers.',
      ),
    currentMarketRateSource: z.enum(['chainlink', 'unknown']),
    payments: z.array(ConvertedPayment),
  })
  .meta({
    id: 'ConversionBreakdown',
    description: 'What was paid of an invoice in another currency, from what was recorded.',
    examples: [sampleBreakdown],
  });

const samplePaidFee = {
  type: 'platform' as const,
  provider: 'service-network',
  amount: SAMPLE.fee,
  currency: SAMPLE.symbol,
};

const PaidFee = z
  .object({
    type: z.enum(['gas', 'platform', 'crosschain', 'crypto-to-fiat', 'offramp', 'protocol']),
    provider: z.string(),
    amount: z.string(),
    currency: z.string().describe('A fiat code or a symbol.'),
  })
  .meta({
    id: 'PaidFee',
    description: 'What was paid of a fee so far.',
    examples: [samplePaidFee],
  });

const ShownRecurrence = z
  .object({
    startDate: z.iso.datetime(),
    frequency: RecurrenceFrequency,
    nextDate: z.iso
      .datetime()
      .nullable()
      .describe('When the next request is made; null while it is stopped. Added by Florin.'),
    stopReason: z
      .string()
      .optional()
      .describe('Why it was stopped, where nobody asked for that. Added by Florin.'),
  })
  .meta({
    id: 'ShownRecurrence',
    description: 'When a request comes again.',
    examples: [
      {
        startDate: '2030-01-31T00:00:00.000Z',
        frequency: 'MONTHLY',
        nextDate: '2030-02-28T00:00:00.000Z',
      },
    ],
  });

const sampleBankPayout = {
  clientUserId: 'user-42',
  paymentDetailsId: '01KC9V7N3E5GQ0X8R2JT6WZ4PE',
  network: SAMPLE.network,
  paymentCurrencyId: SAMPLE.currencyId,
};

const ViewedBankPayout = z
  .object({
    clientUserId: z.string(),
    paymentDetailsId: z.string(),
    network: z.string().describe('Where it is paid for.'),
    paymentCurrencyId: z.string().describe('What it is paid for in, such as `USDC-base`.'),
  })
  .meta({
    id: 'ViewedBankPayout',
    description: 'To whose bank account a request is paid out.',
    examples: [sampleBankPayout],
  });

const ViewedRequest = z
  .object({
    hasBeenPaid: z.boolean(),
    paymentReference: z.string(),
    requestId: z.string(),
    payee: z
      .string()
      .nullable()
      .describe('Null where its link hides it from a client ID that browsers carry.'),
    isListening: z
      .boolean()
      .describe('Whether payment is awaited. What comes after it is counted all the same.'),
    txHash: z
      .string()
      .nullable()
      .describe(
        'The transaction that paid it, or a part of it last. What comes after it was paid does not replace it.',
      ),
    originalRequestId: z.string().optional(),
    status: RequestStatusResponse,
    isCryptoToFiatAvailable: z.boolean().describe('Whether it is paid out to a bank account.'),
    bankPayout: ViewedBankPayout.optional().describe(
      'The bank account; only for API keys and members who pay out. Added by Florin.',
    ),
    originalRequestPaymentReference: z.string().optional(),
    payments: z
      .array(Payment)
      .describe('The newest hundred that stand; `GET /v2/payments?requestId=…` pages through all.'),
    paymentsTotal: z
      .int()
      .min(0)
      .describe('How many payments stand, also those not in `payments`. Added by Florin.'),
    pendingPayments: z
      .array(PendingPayment)
      .describe('The newest hundred that were seen and do not count yet. Added by Florin.'),
    isRecurrenceStopped: z
      .boolean()
      .describe('Whether no further requests are made of it, or of the one that it was made of.'),
    recurrence: ShownRecurrence.optional().describe(
      'Only of the request that comes again; those that were made of it name it in `originalRequestId`.',
    ),
    customerInfo: CustomerInfo.nullable().describe(
      'Null also for a client ID that browsers carry.',
    ),
    reference: z.string().nullable(),
    requestAmount: z.string().nullable().describe('A human decimal, in `invoiceCurrency`.'),
    invoiceCurrency: z.string().nullable().describe('A fiat code or a symbol.'),
    paymentCurrency: z.string().nullable().describe('A symbol.'),
    amountInUsd: z.string().nullable().describe('Null while no rate is known.'),
    conversionRate: z
      .string()
      .nullable()
      .describe('What one token counted for in `invoiceCurrency`; null while that is not known.'),
    rateSource: z.enum(['lifi', 'chainlink', 'coingecko', 'unknown', 'mixed']),
    conversionBreakdown: ConversionBreakdown.nullable().describe(
      'Null before the first payment, and where one payment paid all of it.',
    ),
    fees: z.array(PaidFee).nullable(),
    outstandingFees: z
      .array(OutstandingFee)
      .optional()
      .describe(
        'The fees that it was paid without, less what is on its way, which `/pay` prepares; absent for none. Added by Florin.',
      ),
    skippedFees: z
      .array(SkippedFee)
      .optional()
      .describe(
        'The fees that belonged inside its payments and that those did not bring; absent for none. Added by Florin.',
      ),
  })
  .meta({
    id: 'RequestDetails',
    description: 'A request with everything that was paid for it.',
    examples: [
      {
        hasBeenPaid: true,
        paymentReference: SAMPLE.paymentReference,
        requestId: SAMPLE.requestId,
        payee: SAMPLE.payee,
        isListening: false,
        txHash: SAMPLE.transactionHash,
        status: 'paid',
        isCryptoToFiatAvailable: false,
        payments: [samplePayment],
        paymentsTotal: 1,
        pendingPayments: [],
        isRecurrenceStopped: false,
        customerInfo: null,
        reference: SAMPLE.reference,
        requestAmount: SAMPLE.amount,
        invoiceCurrency: SAMPLE.symbol,
        paymentCurrency: SAMPLE.symbol,
        amountInUsd: SAMPLE.amount,
        conversionRate: '1',
        rateSource: 'unknown',
        conversionBreakdown: null,
        fees: [samplePaidFee],
      },
    ],
  });

/** `GET /v2/request/{requestId}`: a request and its payments. */
export const viewRequestEndpoint = endpoint({
  operationId: 'viewRequest',
  host: 'api',
  method: 'get',
  path: '/v2/request/{requestId}',
  tag: 'Requests',
  summary: 'Answers a request with its payments.',
  description:
    'From what was recorded; of a conversion that is not paid by one payment also the rate of the price feeds now.',
  accepts: ['api_key', 'client_id', 'session'],
  leastRole: 'viewer',
  params: RequestParams,
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: ViewedRequest },
  refusals: [REQUEST_NOT_FOUND],
  run: (ctx: Context, { params }) => viewRequest(ctx, params),
});
