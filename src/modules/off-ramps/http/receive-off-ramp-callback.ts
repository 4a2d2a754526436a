import { z } from 'zod';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { noProvider, notVerified, receiveOffRampCallback } from '../receive-off-ramp-callback.ts';

/** `POST /v2/callbacks/off-ramp`: what the off-ramp provider reports. */
export const receiveOffRampCallbackEndpoint = endpoint({
  operationId: 'receiveOffRampCallback',
  host: 'api',
  method: 'post',
  path: '/v2/callbacks/off-ramp',
  tag: 'Payers',
  summary: 'Takes a callback of the off-ramp provider.',
  description:
    'For the provider alone, who signs it. It is a reason to ask the provider, and changes nothing by itself; a repeated one is answered and ignored.',
  accepts: ['none'],
  keepsRawBody: true,
  isIdempotent: true,
  params: z.strictObject({}),
  query: z.looseObject({}),
  body: z.looseObject({}).meta({
    id: 'OffRampCallbackRequest',
    description: 'As the provider documents it.',
    examples: [{ event_id: 'wh_1' }],
  }),
  answer: {
    status: 200,
    schema: z.object({ received: z.boolean() }).meta({
      id: 'OffRampCallbackResponse',
      description: 'It was received.',
      examples: [{ received: true }],
    }),
  },
  refusals: [
    {
      status: 401,
      when: 'The signature is missing, wrong or older than ten minutes.',
      examples: [notVerified()],
    },
    { status: 404, when: 'No off-ramp provider is configured.', examples: [noProvider()] },
  ],
  run: (ctx: Context, { raw }) => {
    invariant(raw !== undefined, 'the endpoint keeps the body as it was sent');
    return receiveOffRampCallback(ctx, raw);
  },
});
