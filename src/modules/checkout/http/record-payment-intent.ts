import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { TokenParams } from '../model/payer-query.ts';
import { notOfBundle, recordPaymentIntent, tooManyReports } from '../record-payment-intent.ts';
import { closedRefusals } from './link-refusals.ts';
import {
  BundleIntentRecorded,
  PaymentIntentBody,
  PaymentIntentRecorded,
  readReport,
} from './payment-intent-shapes.ts';

/** `POST /v2/secure-payments/{token}/intent`: a payer sent a transaction on another network. */
export const recordPaymentIntentEndpoint = endpoint({
  operationId: 'recordPaymentIntent',
  host: 'api',
  method: 'post',
  path: '/v2/secure-payments/{token}/intent',
  tag: 'Secure payments',
  summary: 'Records a transaction on a source chain that is to pay a link.',
  description:
    'Send it right after the wallet returned the hash. It is followed, of a bundle for each child, and settles nothing; `payment.failed` and `payment.refunded` say what failed. Reads answer 423 while owners of a Safe sign. The same hash is the same intent.',
  accepts: ['client_id'],
  originRequired: true,
  params: TokenParams,
  query: z.object({}),
  body: PaymentIntentBody,
  answer: { status: 200, schema: z.union([PaymentIntentRecorded, BundleIntentRecorded]) },
  refusals: [
    {
      status: 400,
      when: 'The body contradicts itself, or no payment of this link can come from there.',
      examples: [notOfBundle()],
    },
    ...closedRefusals,
    {
      status: 429,
      when: 'A link takes 60 reports an hour of a caller.',
      examples: [tooManyReports()],
    },
  ],
  run: (ctx: Context, { params, body }) =>
    recordPaymentIntent(ctx, { token: params.token, report: readReport(body) }),
});
