import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { notForPublic, requestNotFound } from '../read-scope.ts';

/** Longer than any request id; a longer one is not queried. */
const REQUEST_ID_MAX = 100;

/** The request that a path names. */
export const RequestParams = z.object({
  requestId: z
    .string()
    .max(REQUEST_ID_MAX)
    .regex(/^[^\0]*$/, 'requestId must not contain the character NUL')
    .describe('`01` and 64 hex digits, as creating it answered.'),
});

/** The 404 of everything below a request. */
export const REQUEST_NOT_FOUND = {
  status: 404,
  when: 'The account has no such request.',
  examples: [requestNotFound()],
} as const;

/** The 403 of what a public client ID may not do in production. */
export const NOT_FOR_PUBLIC = {
  status: 403,
  when: 'In production, a client ID with allowed domains: it is public.',
  examples: [notForPublic()],
} as const;

const statuses = ['created', 'pending', 'partially_paid', 'paid', 'cancelled'] as const;

/** How far a request is. */
export const RequestStatusResponse = z
  .enum(statuses)
  .describe(
    '`pending` while a payment that was seen waits for confirmations; `cancelled` where its link was withdrawn and nothing came.',
  );

/** What shows as an example of a request in a list. */
export const sampleListed = {
  requestId: SAMPLE.requestId,
  paymentReference: SAMPLE.paymentReference,
  amount: SAMPLE.amount,
  invoiceCurrency: 'USD',
  paymentCurrency: SAMPLE.currencyId,
  hasBeenPaid: false,
  status: 'created' as const,
  securePaymentStatus: 'pending',
  reference: SAMPLE.reference,
  createdAt: SAMPLE.createdAt,
  txHash: null,
  payee: SAMPLE.payee,
  payer: null,
  clientId: null,
};

/** A request as a list reports it. */
export const ListedRequest = z
  .object({
    requestId: z.string(),
    paymentReference: z.string(),
    amount: z.string().nullable().describe('A human decimal, in `invoiceCurrency`.'),
    invoiceCurrency: z.string().describe('A fiat code, or a currency id.'),
    paymentCurrency: z.string().describe('A currency id.'),
    hasBeenPaid: z.boolean(),
    status: RequestStatusResponse.nullable(),
    securePaymentStatus: z
      .string()
      .nullable()
      .describe('The status of its link; null without one.'),
    reference: z.string().nullable(),
    createdAt: z.iso.datetime().nullable(),
    txHash: z
      .string()
      .nullable()
      .describe(
        'The transaction that paid it, or a part of it last. What comes after it was paid does not replace it.',
      ),
    payee: z
      .string()
      .nullable()
      .describe('Null where its link hides it from a client ID that browsers carry.'),
    payer: z.string().nullable().describe('Who is expected to pay, else who paid it.'),
    clientId: z.string().nullable(),
  })
  .meta({
    id: 'RequestSummary',
    description: 'A request in a list.',
    examples: [sampleListed],
  });
