import { z } from 'zod';
import type { Context } from '#context.ts';
import { payerNotFound } from '#modules/payers/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { detailNotFound, listPaymentDetails } from '../list-payment-details.ts';
import { maskAccount } from '../model/mask.ts';
import { PAYERS_TAG, PayerParams, PaymentDetailsList } from './payment-detail-shapes.ts';

/** `GET /v2/payer/{clientUserId}/payment-details`: the bank accounts of a payer. */
export const listPaymentDetailsEndpoint = endpoint({
  operationId: 'listPaymentDetails',
  host: 'api',
  method: 'get',
  path: '/v2/payer/{clientUserId}/payment-details',
  tag: PAYERS_TAG,
  summary: 'Answers the bank accounts of a payer, with their numbers masked.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  params: PayerParams,
  query: z.strictObject({
    paymentDetailsId: z
      .string()
      .min(1)
      .max(64)
      .regex(/^[^\0]*$/, 'paymentDetailsId must not contain the character NUL')
      .optional()
      .describe('Answers this one alone.'),
  }),
  body: undefined,
  answer: { status: 200, schema: PaymentDetailsList },
  refusals: [
    {
      status: 404,
      when: 'The account has no such payer, or the payer no such bank account.',
      examples: [payerNotFound('user-42'), detailNotFound()],
    },
  ],
  run: async (ctx: Context, { params: { clientUserId }, query }) => {
    const details = await listPaymentDetails(ctx, { clientUserId, id: query.paymentDetailsId });
    return {
      paymentDetails: details.map(({ data, failureReason, ...detail }) => ({
        ...detail,
        bankName: data.bankName,
        accountName: data.accountName,
        beneficiaryType: data.beneficiaryType,
        accountNumber: maskAccount(data),
        routingNumber: data.routingNumber,
        ...(failureReason !== null && { rejectionMessage: failureReason }),
      })),
    };
  },
});
