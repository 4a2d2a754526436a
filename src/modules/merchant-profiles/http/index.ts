import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { removeMerchantProfileEndpoint } from './remove-merchant-profile.ts';
import { removeMerchantWebsiteEndpoint } from './remove-merchant-website.ts';
import { setMerchantProfileEndpoint } from './set-merchant-profile.ts';
import { setMerchantWebsiteEndpoint } from './set-merchant-website.ts';
import { viewMerchantProfileEndpoint } from './view-merchant-profile.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  setMerchantProfileEndpoint,
  viewMerchantProfileEndpoint,
  removeMerchantProfileEndpoint,
  setMerchantWebsiteEndpoint,
  removeMerchantWebsiteEndpoint,
];
