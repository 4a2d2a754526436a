import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { CANNOT_BE_PAID, RequestCalldata } from '#modules/calldata/index.ts';
import { SAMPLE_TXID, SentTransactions } from '#modules/forwarding/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { RequestPayQuery } from '../model/route-query.ts';
import { payRequest } from '../pay-request.ts';
import { payerRefusals } from './payer-refusals.ts';
import { RequestParams } from './request-shapes.ts';

const InProgress = z
  .object({
    statusCode: z.int().describe('The HTTP status, once more.'),
    message: z.string().describe('What went wrong, for people.'),
    error: z.string().describe('The reason phrase of the status.'),
    code: z.string().describe('A stable word for programs.'),
    status: z
      .enum(['pending', 'completed'])
      .describe('`completed` while a fee that was left out is being paid.'),
    sentTransactions: SentTransactions,
    docUrl: z.string(),
    correlationId: z.string(),
  })
  .meta({
    id: 'RequestInProgressError',
    description: 'A payment of the request was forwarded for its link and may still be executed.',
    examples: [
      {
        statusCode: 423,
        message: 'Secure payment is in progress',
        error: 'Locked',
        code: 'secure_payment_in_progress',
        status: 'pending',
        sentTransactions: [
          {
            txid: SAMPLE_TXID,
            sentAt: SAMPLE.createdAt,
            expiresAt: SAMPLE.expiresAt,
            paymentReferences: [SAMPLE.paymentReference],
          },
        ],
        docUrl: 'https://api.example/docs',
        correlationId: '01JZ8Y6Q4W3V5N2M1K0H9G8F7E',
      },
    ],
  });

const IN_PROGRESS = {
  status: 423,
  when: 'A transaction that makes the payment was forwarded for the link of the request and may still be executed: keep polling. An addition of Florin.',
  schema: InProgress,
} as const;

/** `GET /v2/request/{requestId}/pay`: what a payer signs. */
export const payRequestEndpoint = endpoint({
  operationId: 'payRequest',
  host: 'api',
  method: 'get',
  path: '/v2/request/{requestId}/pay',
  tag: 'Requests',
  summary: 'Prepares the transactions that pay a request.',
  description:
    'Approvals first, then the payment, then one transaction for each fee that is paid by itself. With `wallet` an approval comes where the allowance falls short. `amount` pays a part; what was paid before is taken off. A fee that only this call names is paid and shown by the chain, and is no fee of the request.',
  accepts: ['api_key', 'client_id'],
  fieldsOnly: true,
  params: RequestParams,
  query: RequestPayQuery,
  body: undefined,
  answer: { status: 200, schema: RequestCalldata },
  refusals: [...payerRefusals, CANNOT_BE_PAID, IN_PROGRESS],
  run: (ctx: Context, { params, query }) => payRequest(ctx, { ...params, query }),
});
