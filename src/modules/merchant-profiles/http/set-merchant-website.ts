import { z } from 'zod';
import { accountOf, type Context } from '#context.ts';
import { clientIdNotFound } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { profileMissing, setMerchantWebsite } from '../set-merchant-website.ts';
import {
  MerchantProfileShape,
  PROFILE_TAG,
  SetMerchantWebsiteRequest,
  wireProfile,
} from './merchant-profile-shapes.ts';

/** `PUT /v2/merchant-profile/website`: a website that payers see once its domain is proven. */
export const setMerchantWebsiteEndpoint = endpoint({
  operationId: 'setMerchantWebsite',
  host: 'api',
  method: 'put',
  path: '/v2/merchant-profile/website',
  tag: PROFILE_TAG,
  summary: 'Sets the website of the profile that your account, or one of your client IDs, has.',
  description:
    'Put `proofText` as a line into the file at `fileUrl`, or as a TXT record at `recordName`. Florin reads both within seconds, every minute of the first hour and every hour for a week, and a proof that it found every day. Payers see the domain as verified from then on, until the proof was missing for three days. Another domain has another text; the same one keeps text and proof, and is checked again. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'developer',
  params: z.object({}),
  query: z.strictObject({}),
  body: SetMerchantWebsiteRequest,
  answer: { status: 200, schema: MerchantProfileShape },
  refusals: [
    {
      status: 404,
      when: 'The client ID is not one of the account’s.',
      examples: [clientIdNotFound()],
    },
    {
      status: 409,
      when: 'The account or the client ID has no profile of its own.',
      examples: [profileMissing()],
    },
  ],
  run: async (ctx: Context, { body }) =>
    wireProfile(await setMerchantWebsite(ctx, { ...body, accountId: accountOf(ctx) })),
});
