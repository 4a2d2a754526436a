import { z } from 'zod';
import { accountOf, type Context } from '#context.ts';
import { clientIdNotFound } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { removeMerchantProfile } from '../remove-merchant-profile.ts';
import {
  MerchantProfileRemoved,
  PROFILE_TAG,
  profiledClientId,
} from './merchant-profile-shapes.ts';

/** `DELETE /v2/merchant-profile`: a merchant without a name of its own. */
export const removeMerchantProfileEndpoint = endpoint({
  operationId: 'removeMerchantProfile',
  host: 'api',
  method: 'delete',
  path: '/v2/merchant-profile',
  tag: PROFILE_TAG,
  summary: 'Removes the profile of your account, or of one of your client IDs.',
  description:
    'A client ID without one has the account’s; the page of an account without one says that the merchant gave no name. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'developer',
  params: z.object({}),
  query: z.strictObject({ clientId: profiledClientId() }),
  body: undefined,
  answer: { status: 200, schema: MerchantProfileRemoved },
  refusals: [
    {
      status: 404,
      when: 'The client ID is not one of the account’s.',
      examples: [clientIdNotFound()],
    },
  ],
  run: (ctx: Context, { query }) =>
    removeMerchantProfile(ctx, { ...query, accountId: accountOf(ctx) }),
});
