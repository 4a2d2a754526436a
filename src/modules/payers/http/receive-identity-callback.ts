import { z } from 'zod';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { callbackNotVerified } from '#platform/http/callback-not-verified.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { receiveIdentityCallback } from '../receive-identity-callback.ts';

const NAME_MAX = 32;

/** `POST /v2/callbacks/identity/{provider}`: what an identity provider reports. */
export const receiveIdentityCallbackEndpoint = endpoint({
  operationId: 'receiveIdentityCallback',
  host: 'api',
  method: 'post',
  path: '/v2/callbacks/identity/{provider}',
  tag: 'Payers',
  summary: 'Takes a callback of an identity provider.',
  description:
    'For the provider alone, who signs it. It is a reason to ask the provider, and changes nothing by itself; a repeated one is answered and ignored.',
  accepts: ['none'],
  keepsRawBody: true,
  isIdempotent: true,
  params: z.object({
    provider: z.string().max(NAME_MAX).describe('The name of the provider, such as `sumsub`.'),
  }),
  query: z.looseObject({}),
  body: z.looseObject({}).meta({
    id: 'IdentityCallbackRequest',
    description: 'As the provider documents it.',
    examples: [{ type: 'applicantReviewed' }],
  }),
  answer: {
    status: 200,
    schema: z.object({ received: z.boolean() }).meta({
      id: 'IdentityCallbackResponse',
      description: 'It was received.',
      examples: [{ received: true }],
    }),
  },
  refusals: [
    { status: 400, when: 'The callback is too old, or of another shape than documented.' },
    {
      status: 401,
      when: 'The signature is missing or wrong.',
      examples: [callbackNotVerified()],
    },
    { status: 404, when: 'No such provider is configured.' },
  ],
  run: (ctx: Context, { params: { provider }, raw }) => {
    invariant(raw !== undefined, 'the endpoint keeps the body as it was sent');
    return receiveIdentityCallback(ctx, { provider, ...raw });
  },
});
