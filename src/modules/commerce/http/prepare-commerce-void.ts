import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { CommerceCalldataResponse } from '../model/commerce-shapes.ts';
import { notPossibleNow, operationInProgress } from '../model/refusals.ts';
import { prepareCommerceVoid } from '../prepare-commerce-void.ts';
import {
  COMMERCE_FORBIDDEN,
  COMMERCE_NOT_FOUND,
  COMMERCE_TAG,
  CommerceParams,
  shownCall,
} from './commerce-parts.ts';

/** `POST /v2/commerce-payments/{requestId}/void/calldata`: prepares a void. */
export const prepareCommerceVoidEndpoint = endpoint({
  operationId: 'prepareCommerceVoid',
  host: 'api',
  method: 'post',
  path: '/v2/commerce-payments/{requestId}/void/calldata',
  tag: COMMERCE_TAG,
  summary: 'Prepares the call by which the operator gives what is held back to the buyer.',
  accepts: ['api_key', 'client_id'],
  params: CommerceParams,
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: CommerceCalldataResponse },
  refusals: [
    {
      status: 400,
      when: 'The fee is not the one that was agreed on, or the escrow would not do it now.',
      examples: [notPossibleNow('The escrow holds nothing for this payment')],
    },
    COMMERCE_FORBIDDEN,
    COMMERCE_NOT_FOUND,
    {
      status: 409,
      when: 'A transaction of the payment was sent and has not ended.',
      examples: [operationInProgress()],
    },
  ],
  run: async (ctx: Context, { params }) => {
    const { payment, call } = await prepareCommerceVoid(ctx, params);
    return shownCall(payment, call, 'Void payment');
  },
});
