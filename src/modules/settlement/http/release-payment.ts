import { z } from 'zod';
import { accountOf, type Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import {
  heldPaymentChanged,
  heldPaymentNotFound,
  operatorRejected,
  operatorReleases,
  releasePayment,
} from '../release-payment.ts';
import { HELD_TAG, HeldPaymentShape, wireHeld } from './held-payment-shapes.ts';

/** A few sentences, kept for good. */
const REASON_MAX = 500;
const ID_MAX = 100;

const ReleasePaymentRequest = z
  .strictObject({
    reason: z
      .string()
      .trim()
      .min(1)
      .max(REASON_MAX)
      .regex(/^[^\0]*$/, 'reason must not contain the character NUL')
      .describe('Why, for your audit log.'),
  })
  .meta({
    id: 'ReleasePaymentRequest',
    description: 'Why a payment is let in.',
    examples: [{ reason: 'A customer of ours, checked by hand' }],
  });

/** `POST /v2/held-payments/{id}/release`: lets a held payment count. */
export const releasePaymentEndpoint = endpoint({
  operationId: 'releasePayment',
  host: 'api',
  method: 'post',
  path: '/v2/held-payments/{id}/release',
  tag: HELD_TAG,
  summary: 'Lets a payment count although of who sent it.',
  description:
    'It is settled within seconds. Releasing again changes nothing. One that an allowlist refused is still looked up where wallets are, and may be held again. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  isIdempotent: true,
  params: z.object({
    id: z
      .string()
      .max(ID_MAX)
      .regex(/^[^\0]*$/, 'id must not contain the character NUL'),
  }),
  query: z.strictObject({}),
  body: ReleasePaymentRequest,
  answer: { status: 200, schema: HeldPaymentShape },
  refusals: [
    {
      status: 403,
      when: 'The operator requires lists, and one has the wallet or gave no answer; or has rejected the wallet in advance.',
      examples: [operatorReleases(), operatorRejected()],
    },
    { status: 404, when: 'The account has none.', examples: [heldPaymentNotFound()] },
    { status: 409, when: 'It has just changed.', examples: [heldPaymentChanged()] },
  ],
  run: async (ctx: Context, { params, body }) =>
    wireHeld(await releasePayment(ctx, { ...params, ...body, accountId: accountOf(ctx) })),
});
