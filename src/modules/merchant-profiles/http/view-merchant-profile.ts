import { z } from 'zod';
import { accountOf, type Context } from '#context.ts';
import { clientIdNotFound } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { viewMerchantProfile } from '../view-merchant-profile.ts';
import {
  MerchantProfileShape,
  PROFILE_TAG,
  profiledClientId,
  wireProfile,
} from './merchant-profile-shapes.ts';

/** `GET /v2/merchant-profile`: the profile that holds. */
export const viewMerchantProfileEndpoint = endpoint({
  operationId: 'viewMerchantProfile',
  host: 'api',
  method: 'get',
  path: '/v2/merchant-profile',
  tag: PROFILE_TAG,
  summary: 'Shows the profile that payers see.',
  description:
    'With `clientId` its own, else the account’s: `isOfClientId` shows which. `null` where there is none, and the page says that the merchant gave no name. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({ clientId: profiledClientId() }),
  body: undefined,
  answer: { status: 200, schema: MerchantProfileShape.nullable() },
  refusals: [
    {
      status: 404,
      when: 'The client ID is not one of the account’s.',
      examples: [clientIdNotFound()],
    },
  ],
  run: async (ctx: Context, { query }) => {
    const profile = await viewMerchantProfile(ctx, { ...query, accountId: accountOf(ctx) });
    return profile === undefined ? null : wireProfile(profile);
  },
});
