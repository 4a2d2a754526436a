import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { authorizeCommercePayment } from '../authorize-commerce-payment.ts';
import {
  AuthorizeCommercePaymentRequest,
  AuthorizeCommercePaymentResponse,
} from '../model/commerce-shapes.ts';
import { COMMERCE_TAG, CommerceParams, SENDING_REFUSALS } from './commerce-parts.ts';

/** `POST /v2/commerce-payments/{requestId}/authorize`: sends the authorisation. */
export const authorizeCommercePaymentEndpoint = endpoint({
  operationId: 'authorizeCommercePayment',
  hasNodeQueries: true,
  host: 'api',
  method: 'post',
  path: '/v2/commerce-payments/{requestId}/authorize',
  tag: COMMERCE_TAG,
  summary: 'Holds what the buyer agreed to, with the key of this service.',
  description:
    'Once the buyer has sent `payerTransactions`, or with what it signed. The same call while it is open sends nothing again.',
  accepts: ['api_key', 'client_id', 'session'],
  leastRole: 'finance',
  params: CommerceParams,
  query: z.strictObject({}),
  body: AuthorizeCommercePaymentRequest,
  isBodyOptional: true,
  answer: { status: 200, schema: AuthorizeCommercePaymentResponse },
  refusals: SENDING_REFUSALS,
  run: async (ctx: Context, { params, body }) => {
    const { signature } = body;
    const sent = await authorizeCommercePayment(ctx, { ...params, signature });
    const { requestId } = sent.payment;
    const amount = String(sent.units);
    return {
      requestId,
      status: 'AUTHORIZING' as const,
      transactionHash: sent.transactionHash,
      amount,
    };
  },
});
