import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import {
  VoidCommercePaymentRequest,
  VoidCommercePaymentResponse,
} from '../model/commerce-shapes.ts';
import { voidCommercePayment } from '../void-commerce-payment.ts';
import { COMMERCE_TAG, CommerceParams, SENDING_REFUSALS } from './commerce-parts.ts';

/** `POST /v2/commerce-payments/{requestId}/void`: sends a void. */
export const voidCommercePaymentEndpoint = endpoint({
  operationId: 'voidCommercePayment',
  hasNodeQueries: true,
  host: 'api',
  method: 'post',
  path: '/v2/commerce-payments/{requestId}/void',
  tag: COMMERCE_TAG,
  summary: 'Gives what is held back to the buyer, with the key of this service.',
  accepts: ['api_key', 'client_id', 'session'],
  leastRole: 'finance',
  params: CommerceParams,
  query: z.strictObject({}),
  body: VoidCommercePaymentRequest,
  isBodyOptional: true,
  answer: { status: 200, schema: VoidCommercePaymentResponse },
  refusals: SENDING_REFUSALS,
  run: async (ctx: Context, { params, body }) => {
    const sent = await voidCommercePayment(ctx, { ...params, reason: body.reason });
    const { requestId } = sent.payment;
    const voidedAmount = String(sent.units);
    return {
      requestId,
      status: 'VOIDING' as const,
      transactionHash: sent.transactionHash,
      voidedAmount,
    };
  },
});
