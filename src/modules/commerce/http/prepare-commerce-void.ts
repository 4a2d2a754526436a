import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { CommerceCalldataResponse } from '../model/commerce-shapes.ts';
import { prepareCommerceVoid } from '../prepare-commerce-void.ts';
import { COMMERCE_TAG, CommerceParams, preparingRefusals, shownCall } from './commerce-parts.ts';

/** `POST /v2/commerce-payments/{requestId}/void/calldata`: prepares a void. */
export const prepareCommerceVoidEndpoint = endpoint({
  operationId: 'prepareCommerceVoid',
  host: 'api',
  method: 'post',
  path: '/v2/commerce-payments/{requestId}/void/calldata',
  tag: COMMERCE_TAG,
  summary: 'Prepares the call by which the operator gives what is held back to the buyer.',
  accepts: ['api_key', 'client_id', 'session'],
  leastRole: 'finance',
  params: CommerceParams,
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: CommerceCalldataResponse },
  refusals: preparingRefusals('The escrow would not do it now.'),
  run: async (ctx: Context, { params }) => {
    const { payment, call } = await prepareCommerceVoid(ctx, params);
    return shownCall(payment, call, 'Void payment');
  },
});
