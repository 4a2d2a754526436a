import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { captureCommercePayment } from '../capture-commerce-payment.ts';
import {
  CaptureCommercePaymentRequest,
  CaptureCommercePaymentResponse,
} from '../model/commerce-shapes.ts';
import { COMMERCE_TAG, CommerceParams, SENDING_REFUSALS } from './commerce-parts.ts';

/** `POST /v2/commerce-payments/{requestId}/capture`: sends a capture. */
export const captureCommercePaymentEndpoint = endpoint({
  operationId: 'captureCommercePayment',
  hasNodeQueries: true,
  host: 'api',
  method: 'post',
  path: '/v2/commerce-payments/{requestId}/capture',
  tag: COMMERCE_TAG,
  summary: 'Takes a part or all of what is held, with the key of this service.',
  description:
    'A payment can be captured several times. The same capture while it is open sends nothing again; later it is another capture, so send an `Idempotency-Key`.',
  accepts: ['api_key', 'client_id', 'session'],
  leastRole: 'finance',
  params: CommerceParams,
  query: z.strictObject({}),
  body: CaptureCommercePaymentRequest,
  answer: { status: 200, schema: CaptureCommercePaymentResponse },
  refusals: SENDING_REFUSALS,
  run: async (ctx: Context, { params, body }) => {
    const { captureAmount, ...fee } = body;
    const capture = { ...params, ...fee, captureUnits: BigInt(captureAmount) };
    const { payment, transactionHash, units } = await captureCommercePayment(ctx, capture);
    const { requestId } = payment;
    const status = 'CAPTURING' as const;
    return { requestId, status, transactionHash, captureAmount: String(units) };
  },
});
