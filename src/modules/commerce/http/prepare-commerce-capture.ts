import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import {
  CaptureCommercePaymentRequest,
  CommerceCalldataResponse,
} from '../model/commerce-shapes.ts';
import { prepareCommerceCapture } from '../prepare-commerce-capture.ts';
import {
  COMMERCE_REFUSED,
  COMMERCE_TAG,
  CommerceParams,
  preparingRefusals,
  shownCall,
} from './commerce-parts.ts';

/** `POST /v2/commerce-payments/{requestId}/capture/calldata`: prepares a capture. */
export const prepareCommerceCaptureEndpoint = endpoint({
  operationId: 'prepareCommerceCapture',
  host: 'api',
  method: 'post',
  path: '/v2/commerce-payments/{requestId}/capture/calldata',
  tag: COMMERCE_TAG,
  summary: 'Prepares the call by which the operator takes a part or all of what is held.',
  accepts: ['api_key', 'client_id', 'session'],
  leastRole: 'finance',
  params: CommerceParams,
  query: z.strictObject({}),
  body: CaptureCommercePaymentRequest,
  answer: { status: 200, schema: CommerceCalldataResponse },
  refusals: preparingRefusals(
    'The fee is not the one that was agreed on, or the escrow would not do it now.',
    COMMERCE_REFUSED,
  ),
  run: async (ctx: Context, { params, body }) => {
    const { captureAmount, ...fee } = body;
    const capture = { ...params, ...fee, captureUnits: BigInt(captureAmount) };
    const { payment, call } = await prepareCommerceCapture(ctx, capture);
    return shownCall(payment, call, 'Capture payment');
  },
});
