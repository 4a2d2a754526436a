import { z } from 'zod';
import type { Context } from '#context.ts';
import { payerNotFound } from '#modules/payers/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createPaymentDetails, tooManyDetails } from '../create-payment-details.ts';
import {
  CreatedPaymentDetails,
  CreatePaymentDetailsRequest,
  PAYERS_TAG,
  PayerParams,
} from './payment-detail-shapes.ts';

/** `POST /v2/payer/{clientUserId}/payment-details`: adds a bank account of a payer. */
export const createPaymentDetailsEndpoint = endpoint({
  operationId: 'createPaymentDetails',
  host: 'api',
  method: 'post',
  path: '/v2/payer/{clientUserId}/payment-details',
  tag: PAYERS_TAG,
  summary: 'Adds a bank account of a payer, which is checked before anything is paid out to it.',
  description:
    'The same details again are answered as the account that is there. `payment_detail.updated` reports `pending`, and then `approved` or `failed`.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  params: PayerParams,
  query: z.strictObject({}),
  body: CreatePaymentDetailsRequest,
  answer: { status: 201, schema: CreatedPaymentDetails },
  refusals: [
    { status: 404, when: 'The account has no such payer.', examples: [payerNotFound('user-42')] },
    {
      status: 409,
      when: 'The payer has as many bank accounts as there may be.',
      examples: [tooManyDetails()],
    },
  ],
  run: async (ctx: Context, { params: { clientUserId }, body }) => {
    const { id, currency, data } = await createPaymentDetails(ctx, { clientUserId, input: body });
    const { bankName, accountName, beneficiaryType } = data;
    return {
      payment_detail: { id, clientUserId, bankName, accountName, currency, beneficiaryType },
    };
  },
});
