import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { SAMPLE_ID } from '../model/signing-shapes.ts';
import { viewRecurringPayout } from '../view-recurring-payout.ts';
import { NOT_FOUND, RecurringPayoutParams } from './shapes.ts';
import { RECURRING_TERMS, SAMPLE_TERMS } from './terms-shape.ts';

const samplePayment = {
  id: SAMPLE_ID,
  amount: '12.5',
  timestamp: SAMPLE.paidAt,
  txHash: SAMPLE.transactionHash,
};
const sampleRequest = {
  paymentReference: SAMPLE.paymentReference,
  requestId: SAMPLE.requestId,
};
const samplePaidElsewhere = {
  index: 2,
  requestId: SAMPLE.requestId,
  timestamp: SAMPLE.paidAt,
  txHash: SAMPLE.transactionHash,
};
const sample = {
  id: SAMPLE_ID,
  status: 'active' as const,
  processedPayments: 1,
  totalPayments: 3,
  lastPaymentDate: SAMPLE.paidAt,
  nextPaymentDate: '2030-01-02T00:00:00.000Z',
  requests: [sampleRequest],
  payments: [samplePayment],
  paidElsewhere: [],
  failureCount: 0,
  failureReason: null,
  retryAfter: null,
  shortage: null,
  isAllowanceLowered: false,
  ...SAMPLE_TERMS,
};

/** `GET /v2/payouts/recurring/{id}`: how far a recurring payout is. */
export const viewRecurringPayoutEndpoint = endpoint({
  operationId: 'viewRecurringPayout',
  host: 'api',
  method: 'get',
  path: '/v2/payouts/recurring/{id}',
  tag: 'Payouts',
  summary: 'Shows how far a recurring payout is.',
  description:
    '`pending` until its payer signed, `cancelled` where nobody did before the second payment was due, `paused` after a payment failed three times or the chain took one without paying; only payments that count are listed.',
  accepts: ['api_key', 'client_id', 'session'],
  leastRole: 'viewer',
  params: RecurringPayoutParams,
  query: z.strictObject({}),
  body: undefined,
  answer: {
    status: 200,
    schema: z
      .object({
        id: z.string(),
        status: z.enum(['pending', 'active', 'paused', 'completed', 'cancelled']),
        processedPayments: z
          .int()
          .describe(
            'How many payments count: those in `payments` that cover theirs, and `paidElsewhere`.',
          ),
        totalPayments: z.int(),
        lastPaymentDate: z.iso.datetime().nullable(),
        nextPaymentDate: z.iso
          .datetime()
          .nullable()
          .describe('When the next payment is due, also where that is past.'),
        requests: z
          .array(
            z.object({ paymentReference: z.string(), requestId: z.string() }).meta({
              id: 'RecurringPaymentRequest',
              description: 'The request of a payment; each is made when it is due.',
              examples: [sampleRequest],
            }),
          )
          .describe('The first is made with the recurring payout.'),
        payments: z.array(
          z
            .object({
              id: z.string(),
              amount: z.string(),
              timestamp: z.iso.datetime(),
              txHash: z.string(),
            })
            .meta({
              id: 'RecurringPaymentMade',
              description: 'A payment that counts.',
              examples: [samplePayment],
            }),
        ),
        paidElsewhere: z
          .array(
            z
              .object({
                index: z.int().describe('From 1.'),
                requestId: z.string(),
                timestamp: z.iso.datetime(),
                txHash: z.string(),
              })
              .meta({
                id: 'RecurringPaymentPaidElsewhere',
                description: 'A payment that somebody else had the contract make.',
                examples: [samplePaidElsewhere],
              }),
          )
          .describe(
            'What was taken with a payment reference of somebody else and paid the payee. It counts in `processedPayments`, is in no ledger and is not sent again. Added by Florin.',
          ),
        failureCount: z.int().describe('How often the next payment failed.'),
        failureReason: z.string().nullable(),
        retryAfter: z.iso
          .datetime()
          .nullable()
          .describe('When a payment that failed is tried again. Added by Florin.'),
        shortage: z
          .enum(['balance', 'allowance'])
          .nullable()
          .describe(
            'What the payer lacks for the next payment, read a day before. Added by Florin.',
          ),
        isAllowanceLowered: z
          .boolean()
          .describe(
            'Whether the allowance was seen to be too low for it, after it was cancelled. Added by Florin.',
          ),
        ...RECURRING_TERMS,
      })
      .meta({
        id: 'RecurringPayoutResponse',
        description: 'A recurring payout.',
        examples: [sample],
      }),
  },
  refusals: [NOT_FOUND],
  run: (ctx: Context, { params }) => viewRecurringPayout(ctx, params),
});
