import { z } from 'zod';
import type { Context } from '#context.ts';
import { refuseFields } from '#kit/failure.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listTransactions } from '../list-transactions.ts';
import { OFFSET_MAX, wholeNumber } from '../model/payment-query.ts';
import { PaymentPagination, samplePagination } from './list-payments.ts';
import { Payment, samplePayment } from './payment-shapes.ts';
import { NOT_FOR_PUBLIC } from './request-shapes.ts';

/** The public API's page of payments, and the longest one that is answered. */
const PAGE_TRANSACTIONS = 20;
const PAGE_TRANSACTIONS_MAX = 100;

/** Longer than any address. */
const ADDRESS_MAX = 128;

const TransactionQuery = z.strictObject({
  address: z
    .string()
    .max(ADDRESS_MAX, `address must have at most ${ADDRESS_MAX} characters`)
    .describe('The wallet that paid or was paid, in any case.'),
  limit: wholeNumber('limit', [1, PAGE_TRANSACTIONS, PAGE_TRANSACTIONS_MAX]).describe(
    'How many a page holds.',
  ),
  offset: wholeNumber('offset', [0, 0, OFFSET_MAX]).describe('How many newer ones are left out.'),
});

const TransactionPage = z
  .object({ transactions: z.array(Payment), pagination: PaymentPagination })
  .meta({
    id: 'TransactionPage',
    description: 'A page of what a wallet paid or was paid, newest first.',
    examples: [{ transactions: [samplePayment], pagination: samplePagination }],
  });

/** `GET /v2/transaction-history`: the payments of a wallet. */
export const listTransactionsEndpoint = endpoint({
  operationId: 'listTransactions',
  host: 'api',
  method: 'get',
  path: '/v2/transaction-history',
  tag: 'Payments',
  summary: 'Lists what a wallet paid or was paid, newest first.',
  description:
    'Of the payments of the account, which an API key and a session search; a client ID searches what was made with it. What a reorganised chain took back is not shown.',
  accepts: ['api_key', 'client_id', 'session'],
  leastRole: 'viewer',
  fieldsOnly: true,
  params: z.object({}),
  query: TransactionQuery,
  body: undefined,
  answer: { status: 200, schema: TransactionPage },
  refusals: [
    {
      status: 400,
      when: 'A parameter is missing or breaks its rule.',
      examples: [refuseFields([{ field: 'address', message: 'address must be a wallet address' }])],
    },
    NOT_FOR_PUBLIC,
  ],
  run: (ctx: Context, { query }) => listTransactions(ctx, query),
});
