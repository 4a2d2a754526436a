import { z } from 'zod';
import type { Context } from '#context.ts';
import { PARTY_REFUSALS } from '#modules/compliance/index.ts';
import { relayBudgetUsed, relayInProgress } from '#modules/relayer/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { requestPaid } from '../model/payable-alone.ts';
import {
  noSubmissionForPublic,
  paymentIntentNotFound,
  paymentIntentRefused,
} from '../model/signed-payment.ts';
import { SubmitPaymentIntentRequest } from '../model/signed-payment-shapes.ts';
import { submitPaymentIntent } from '../submit-payment-intent.ts';

/** `POST /v2/request/payment-intents/{paymentIntentId}`: sends what the payer of a request signed. */
export const submitPaymentIntentEndpoint = endpoint({
  operationId: 'submitPaymentIntent',
  host: 'api',
  method: 'post',
  path: '/v2/request/payment-intents/{paymentIntentId}',
  tag: 'Requests',
  summary: 'Sends what the payer of a request signed.',
  description: 'Once, however often it is submitted.',
  accepts: ['api_key', 'client_id'],
  isIdempotent: true,
  params: z.object({ paymentIntentId: z.string() }),
  query: z.object({}),
  body: SubmitPaymentIntentRequest,
  answer: {
    status: 200,
    schema: z.object({}).meta({
      id: 'SubmitPaymentIntentResponse',
      description: 'It was sent.',
      examples: [{}],
    }),
  },
  refusals: [
    {
      status: 400,
      when: 'It would fail.',
      examples: [paymentIntentRefused('What was signed has expired')],
    },
    {
      status: 403,
      when: 'In production, or the payer or payee was rejected by a screening.',
      examples: [noSubmissionForPublic(), PARTY_REFUSALS.payer('paymentIntentId')],
    },
    {
      status: 404,
      when: 'It was not prepared.',
      examples: [paymentIntentNotFound()],
    },
    {
      status: 409,
      when: 'It is paid.',
      examples: [requestPaid(), relayInProgress()],
    },
    {
      status: 429,
      when: 'The budget is used up.',
      examples: [relayBudgetUsed(3_600)],
    },
  ],
  run: (ctx: Context, { params, body }) =>
    submitPaymentIntent(ctx, { paymentIntentId: params.paymentIntentId, submission: body }),
});
