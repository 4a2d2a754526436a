import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { createSavedPayoutEndpoint } from './create-saved-payout.ts';
import { listSavedPayoutsEndpoint } from './list-saved-payouts.ts';
import { removeSavedPayoutEndpoint } from './remove-saved-payout.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  createSavedPayoutEndpoint,
  listSavedPayoutsEndpoint,
  removeSavedPayoutEndpoint,
];
