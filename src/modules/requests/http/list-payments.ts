import { z } from 'zod';
import type { Context } from '#context.ts';
import { refuseFields } from '#kit/failure.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listPayments } from '../list-payments.ts';
import { PaymentQuery } from '../model/payment-query.ts';
import { Payment, samplePayment } from './payment-shapes.ts';
import { NOT_FOR_PUBLIC } from './request-shapes.ts';

/** What shows as an example of a page's place. */
export const samplePagination = { total: 1, limit: 20, offset: 0, hasMore: false };

/** Where a page of payments stands. */
export const PaymentPagination = z
  .object({
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    hasMore: z.boolean().describe('Whether another page follows.'),
  })
  .meta({
    id: 'PaymentPagination',
    description: 'Where a page stands.',
    examples: [samplePagination],
  });

const PaymentPage = z.object({ payments: z.array(Payment), pagination: PaymentPagination }).meta({
  id: 'PaymentPage',
  description: 'A page of payments, newest first.',
  examples: [{ payments: [samplePayment], pagination: samplePagination }],
});

/** `GET /v2/payments`: the payments of the account. */
export const listPaymentsEndpoint = endpoint({
  operationId: 'listPayments',
  host: 'api',
  method: 'get',
  path: '/v2/payments',
  tag: 'Payments',
  summary: 'Finds payments, newest first.',
  description:
    'At least one filter besides the dates is named, and all that are named must hold. What a reorganised chain took back is not shown. An API key and a session search the account, a client ID what was made with it.',
  accepts: ['api_key', 'client_id', 'session'],
  leastRole: 'viewer',
  fieldsOnly: true,
  params: z.object({}),
  query: PaymentQuery,
  body: undefined,
  answer: { status: 200, schema: PaymentPage },
  refusals: [
    {
      status: 400,
      when: 'No filter is named, or one breaks its rule.',
      examples: [
        refuseFields([{ field: 'toDate', message: 'toDate must be after or equal to fromDate' }]),
      ],
    },
    NOT_FOR_PUBLIC,
  ],
  run: (ctx: Context, { query }) => listPayments(ctx, query),
});
