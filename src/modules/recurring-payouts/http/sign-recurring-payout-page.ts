import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { signRecurringPayoutPage } from '../sign-recurring-payout-page.ts';
import {
  CANNOT_ACTIVATE,
  keySignature,
  NOT_FOUND,
  PARTIES_REFUSED,
  RecurringPayoutPageParams,
  SAMPLE_SIGNATURE,
} from './shapes.ts';

/** `POST /v2/recurring-payouts/{token}`: lets a recurring payout begin. */
export const signRecurringPayoutPageEndpoint = endpoint({
  operationId: 'signRecurringPayoutPage',
  hasNodeQueries: true,
  host: 'api',
  method: 'post',
  path: '/v2/recurring-payouts/{token}',
  tag: 'Payouts',
  summary: 'Lets the recurring payout of a page begin, by its payer’s signature.',
  description:
    'The signature is the proof: whoever has the token alone begins nothing. Added by Florin.',
  accepts: ['client_id'],
  originRequired: true,
  params: RecurringPayoutPageParams,
  query: z.strictObject({}),
  body: z.strictObject({ permitSignature: keySignature('permitSignature') }).meta({
    id: 'SignRecurringPayoutPageRequest',
    description: 'What the payer signed.',
    examples: [{ permitSignature: SAMPLE_SIGNATURE }],
  }),
  answer: {
    status: 201,
    schema: z.object({ status: z.literal('active') }).meta({
      id: 'SignRecurringPayoutPageResponse',
      description: 'It has begun.',
      examples: [{ status: 'active' }],
    }),
  },
  refusals: [CANNOT_ACTIVATE, PARTIES_REFUSED, NOT_FOUND],
  run: (ctx: Context, { params, body }) => signRecurringPayoutPage(ctx, { ...params, ...body }),
});
