import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { removeSavedPayout, savedPayoutNotFound } from '../remove-saved-payout.ts';
import { SAVED_PAYOUT_TAG } from './saved-payout-shapes.ts';

/** Longer than any id; a longer one is not looked up. */
const ID_CHARS_MAX = 100;

/** `DELETE /v2/saved-payouts/{id}`: removes a saved payout. */
export const removeSavedPayoutEndpoint = endpoint({
  operationId: 'removeSavedPayout',
  host: 'api',
  method: 'delete',
  path: '/v2/saved-payouts/{id}',
  tag: SAVED_PAYOUT_TAG,
  summary: 'Removes a saved payout for good.',
  description: 'Payouts that were made of it stay. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  params: z.object({
    id: z
      .string()
      .max(ID_CHARS_MAX)
      .regex(/^[^\0]*$/, 'id must not contain the character NUL')
      .describe('As saving it answered.'),
  }),
  query: z.strictObject({}),
  body: undefined,
  answer: {
    status: 200,
    schema: z.object({ removed: z.literal(true) }).meta({
      id: 'RemoveSavedPayoutResponse',
      description: 'It is gone for good.',
      examples: [{ removed: true }],
    }),
  },
  refusals: [
    {
      status: 404,
      when: 'The account has no such saved payout.',
      examples: [savedPayoutNotFound()],
    },
  ],
  run: (ctx: Context, { params }) => removeSavedPayout(ctx, params),
});
