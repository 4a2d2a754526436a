import { z } from 'zod';
import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import {
  createSavedPayout,
  savedPayoutExists,
  tooManySavedPayouts,
} from '../create-saved-payout.ts';
import {
  CreateSavedPayoutRequest,
  SAVED_PAYOUT_TAG,
  SavedPayoutShape,
} from './saved-payout-shapes.ts';

/** `POST /v2/saved-payouts`: keeps a payout to be made again. */
export const createSavedPayoutEndpoint = endpoint({
  operationId: 'createSavedPayout',
  host: 'api',
  method: 'post',
  path: '/v2/saved-payouts',
  tag: SAVED_PAYOUT_TAG,
  summary: 'Keeps a payout under a name, to be made again.',
  description:
    'Nothing is paid by it and nobody is screened: `POST /v2/secure-payments/payouts` makes a payout of what it says. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateSavedPayoutRequest,
  answer: { status: 201, schema: SavedPayoutShape },
  refusals: [
    {
      status: 400,
      when: 'A field breaks its rule, or it could not be paid.',
      examples: [refuseField('amount', 'amount must be greater than 0')],
    },
    {
      status: 409,
      when: 'The label is taken, or there are as many as there may be.',
      examples: [savedPayoutExists(), tooManySavedPayouts()],
    },
  ],
  run: (ctx: Context, { body }) => createSavedPayout(ctx, body),
});
