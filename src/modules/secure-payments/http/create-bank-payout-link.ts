import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createBankPayoutLink, feesChanged, linkOver } from '../create-bank-payout-link.ts';
import { SecurePaymentCreated } from './link-created.ts';

/** Longer than any id; a longer one is not looked up. */
const REQUEST_ID_MAX = 100;

/** `POST /v2/request/{requestId}/bank-payout-link`: the link by which a payout to a bank account is signed. */
export const createBankPayoutLinkEndpoint = endpoint({
  operationId: 'createBankPayoutLink',
  host: 'api',
  method: 'post',
  path: '/v2/request/{requestId}/bank-payout-link',
  tag: 'Requests',
  summary: 'Makes the hosted link by which a payout to a bank account is signed.',
  description:
    'For a request that was created with `isCryptoToFiatAvailable`. There is one link of it: another call answers the same. It ends ten minutes before the order of the off-ramp provider, pays on the network of the request alone, and shows neither the bank account nor its owner. The link is complete once the provider has the tokens; when the bank account has the money the request says. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'finance',
  params: z.object({
    requestId: z
      .string()
      .max(REQUEST_ID_MAX)
      .regex(/^[^\0]*$/, 'requestId must not contain the character NUL')
      .describe('`01` and 64 hex digits, as creating it answered.'),
  }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 201, schema: SecurePaymentCreated },
  refusals: [
    {
      status: 403,
      when: 'Its link was withdrawn or has expired, or the payer or the bank account may not be paid now.',
      examples: [linkOver()],
    },
    {
      status: 409,
      when: 'It was paid, its order is over or on its way, or its fees are no longer those that it was created with.',
      examples: [feesChanged()],
    },
  ],
  run: (ctx: Context, { params }) => createBankPayoutLink(ctx, params),
});
