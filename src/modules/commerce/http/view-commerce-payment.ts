import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { CommercePaymentStatusResponse } from '../model/commerce-shapes.ts';
import { viewCommercePayment } from '../view-commerce-payment.ts';
import { COMMERCE_NOT_FOUND, COMMERCE_TAG, CommerceParams } from './commerce-parts.ts';

/** `GET /v2/commerce-payments/{requestId}/status`: reads a payment. */
export const viewCommercePaymentEndpoint = endpoint({
  operationId: 'viewCommercePayment',
  host: 'api',
  method: 'get',
  path: '/v2/commerce-payments/{requestId}/status',
  tag: COMMERCE_TAG,
  summary: 'Reads where a payment stands and what has happened to it on the chain.',
  accepts: ['api_key', 'client_id', 'session'],
  leastRole: 'viewer',
  params: CommerceParams,
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: CommercePaymentStatusResponse },
  refusals: [COMMERCE_NOT_FOUND],
  run: (ctx: Context, { params }) => viewCommercePayment(ctx, params),
});
