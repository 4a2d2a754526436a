import { z } from 'zod';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { callbackNotVerified } from '#platform/http/callback-not-verified.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { receiveScreeningAlert } from '../receive-screening-alert.ts';

const NAME_MAX = 32;

/** `POST /v2/callbacks/screening/{provider}`: what a vendor that judges wallets reports. */
export const receiveScreeningAlertEndpoint = endpoint({
  operationId: 'receiveScreeningAlert',
  host: 'api',
  method: 'post',
  path: '/v2/callbacks/screening/{provider}',
  tag: 'Secure payments',
  summary: 'Takes an alert of a vendor that judges wallets.',
  description:
    'For the vendor alone, who signs it or sends its key. It is a reason to ask the vendor again about the wallets that it names, and decides nothing by itself; a repeated one is answered and ignored.',
  accepts: ['none'],
  keepsRawBody: true,
  isIdempotent: true,
  params: z.object({
    provider: z.string().max(NAME_MAX).describe('The name of the vendor, such as `hypernative`.'),
  }),
  query: z.looseObject({}),
  body: z.looseObject({}).meta({
    id: 'ScreeningAlertRequest',
    description: 'As the vendor documents it.',
    examples: [
      { id: '125d5b5e-222a-4a5f-a325-28412ca8a771', data: '{}', digitalSignature: 'MEYC' },
    ],
  }),
  answer: {
    status: 200,
    schema: z.object({ received: z.boolean() }).meta({
      id: 'ScreeningAlertResponse',
      description: 'It was received.',
      examples: [{ received: true }],
    }),
  },
  refusals: [
    { status: 400, when: 'The alert is of another shape than documented.' },
    {
      status: 401,
      when: 'The signature or key is missing or wrong.',
      examples: [callbackNotVerified()],
    },
    { status: 404, when: 'Alerts of no such vendor are taken here.' },
  ],
  run: (ctx: Context, { params: { provider }, raw }) => {
    invariant(raw !== undefined, 'the endpoint keeps the body as it was sent');
    return receiveScreeningAlert(ctx, { provider, ...raw });
  },
});
