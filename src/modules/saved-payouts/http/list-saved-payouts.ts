import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { pageCursor } from '#platform/http/page-cursor.ts';
import { SAVED_PAYOUTS_MAX } from '../create-saved-payout.ts';
import { listSavedPayouts } from '../list-saved-payouts.ts';
import { SAVED_PAYOUT_TAG, SavedPayoutShape, sampleSaved } from './saved-payout-shapes.ts';

/** A screen of rows; a form that offers all reads the most. */
const LIMIT = 50;

/** `GET /v2/saved-payouts`: the saved payouts of the account. */
export const listSavedPayoutsEndpoint = endpoint({
  operationId: 'listSavedPayouts',
  host: 'api',
  method: 'get',
  path: '/v2/saved-payouts',
  tag: SAVED_PAYOUT_TAG,
  summary: 'Lists the payouts that are kept to be made again, the newest first.',
  description: 'Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({
    cursor: pageCursor(),
    limit: z.coerce.number().int().min(1).max(SAVED_PAYOUTS_MAX).default(LIMIT),
  }),
  body: undefined,
  answer: {
    status: 200,
    schema: z
      .object({
        savedPayouts: z.array(SavedPayoutShape),
        nextCursor: z.string().nullable().describe('Null on the last page.'),
      })
      .meta({
        id: 'SavedPayoutPage',
        description: 'A page of saved payouts.',
        examples: [{ savedPayouts: [sampleSaved], nextCursor: null }],
      }),
  },
  refusals: [],
  run: (ctx: Context, { query }) => listSavedPayouts(ctx, query),
});
