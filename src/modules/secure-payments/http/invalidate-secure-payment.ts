import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import {
  invalidateSecurePayment,
  linkHasEnded,
  linkIsBeingPaid,
  linkNotFound,
} from '../invalidate-secure-payment.ts';

/** Longer than any token; a longer one is not looked up. */
const TOKEN_MAX = 100;
/** A few sentences, kept for good. */
const REASON_MAX = 500;

const InvalidateSecurePaymentRequest = z
  .strictObject({
    reason: z
      .string()
      .trim()
      .min(1)
      .max(REASON_MAX)
      .regex(/^[^\0]*$/, 'reason must not contain the character NUL')
      .optional()
      .describe('Why, for your audit log. The payer does not see it.'),
  })
  .meta({
    id: 'InvalidateSecurePaymentRequest',
    description: 'Why a link is withdrawn.',
    examples: [{ reason: 'The order was cancelled' }],
  });

const InvalidatedSecurePayment = z
  .object({ token: z.string(), status: z.literal('invalidated') })
  .meta({
    id: 'InvalidatedSecurePayment',
    description: 'A link that was withdrawn.',
    examples: [{ token: SAMPLE.token, status: 'invalidated' }],
  });

/** `POST /v2/secure-payments/{token}/invalidate`: withdraws a link of the account. */
export const invalidateSecurePaymentEndpoint = endpoint({
  operationId: 'invalidateSecurePayment',
  host: 'api',
  method: 'post',
  path: '/v2/secure-payments/{token}/invalidate',
  tag: 'Secure payments',
  summary: 'Withdraws a link that nobody has paid.',
  description:
    'Its page shows no way to pay any more. Money that is sent nevertheless is recorded and reported, and changes nothing of the link. Withdrawing again changes nothing. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  params: z.object({
    token: z
      .string()
      .max(TOKEN_MAX)
      .regex(/^[^\0]*$/, 'token must not contain the character NUL'),
  }),
  query: z.strictObject({}),
  body: InvalidateSecurePaymentRequest,
  answer: { status: 200, schema: InvalidatedSecurePayment },
  refusals: [
    { status: 404, when: 'The account has no such link.', examples: [linkNotFound()] },
    {
      status: 409,
      when: 'It has ended, or somebody pays it.',
      examples: [linkHasEnded('completed'), linkIsBeingPaid()],
    },
  ],
  run: (ctx: Context, { params, body }) =>
    invalidateSecurePayment(ctx, { token: params.token, reason: body.reason }),
});
