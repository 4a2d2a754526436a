import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { checkOver, renewCheckPage } from '../renew-check-page.ts';
import { PAYER_NOT_FOUND, PayerParams, PayerStatusResponse } from './payer-shapes.ts';

/** `POST /v2/payer/{clientUserId}/check-page`: gives a payer a page that works. */
export const renewCheckPageEndpoint = endpoint({
  operationId: 'renewCheckPage',
  host: 'api',
  method: 'post',
  path: '/v2/payer/{clientUserId}/check-page',
  tag: 'Payers',
  summary: 'Gives a payer a page of the identity provider that works.',
  description:
    'For a page that has ended, and for a payer who has to try again, whose next check it begins; nothing of the person is sent again. `kycUrl` is left out while the provider does not answer. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  isIdempotent: true,
  params: PayerParams,
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: PayerStatusResponse },
  refusals: [
    PAYER_NOT_FOUND,
    {
      status: 409,
      when: 'The provider has approved or rejected the payer.',
      examples: [checkOver()],
    },
  ],
  run: (ctx: Context, { params }) => renewCheckPage(ctx, params),
});
