import { z } from 'zod';
import { accountOf, type Context } from '#context.ts';
import { clientIdNotFound } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { removeMerchantWebsite } from '../remove-merchant-website.ts';
import {
  MerchantWebsiteRemoved,
  PROFILE_TAG,
  profiledClientId,
} from './merchant-profile-shapes.ts';

/** `DELETE /v2/merchant-profile/website`: a profile without a website. */
export const removeMerchantWebsiteEndpoint = endpoint({
  operationId: 'removeMerchantWebsite',
  host: 'api',
  method: 'delete',
  path: '/v2/merchant-profile/website',
  tag: PROFILE_TAG,
  summary: 'Removes the website of a profile, with its proof.',
  description:
    'The profile stays, and payers read again that nobody has checked it. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'developer',
  params: z.object({}),
  query: z.strictObject({ clientId: profiledClientId() }),
  body: undefined,
  answer: { status: 200, schema: MerchantWebsiteRemoved },
  refusals: [
    {
      status: 404,
      when: 'The client ID is not one of the account’s.',
      examples: [clientIdNotFound()],
    },
  ],
  run: (ctx: Context, { query }) =>
    removeMerchantWebsite(ctx, { ...query, accountId: accountOf(ctx) }),
});
