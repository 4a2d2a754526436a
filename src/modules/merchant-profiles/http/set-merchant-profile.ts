import { z } from 'zod';
import { accountOf, type Context } from '#context.ts';
import { clientIdNotFound } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { setMerchantProfile } from '../set-merchant-profile.ts';
import {
  MerchantProfileShape,
  PROFILE_TAG,
  SetMerchantProfileRequest,
  wireProfile,
} from './merchant-profile-shapes.ts';

/** `PUT /v2/merchant-profile`: how a merchant introduces itself to those who pay it. */
export const setMerchantProfileEndpoint = endpoint({
  operationId: 'setMerchantProfile',
  host: 'api',
  method: 'put',
  path: '/v2/merchant-profile',
  tag: PROFILE_TAG,
  summary: 'Sets the profile that payers see, of your account or of one of your client IDs.',
  description:
    'In place of the whole profile that there was. A client ID’s own replaces the account’s as a whole. It holds for payments that exist, too. The page says that nobody has checked the name. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'developer',
  params: z.object({}),
  query: z.strictObject({}),
  body: SetMerchantProfileRequest,
  answer: { status: 200, schema: MerchantProfileShape },
  refusals: [
    {
      status: 404,
      when: 'The client ID is not one of the account’s.',
      examples: [clientIdNotFound()],
    },
  ],
  run: async (ctx: Context, { body }) =>
    wireProfile(await setMerchantProfile(ctx, { ...body, accountId: accountOf(ctx) })),
});
