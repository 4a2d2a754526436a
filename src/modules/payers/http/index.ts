import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { createPayerEndpoint } from './create-payer.ts';
import { listPayersEndpoint } from './list-payers.ts';
import { receiveIdentityCallbackEndpoint } from './receive-identity-callback.ts';
import { renewCheckPageEndpoint } from './renew-check-page.ts';
import { updatePayerEndpoint } from './update-payer.ts';
import { viewPayerEndpoint } from './view-payer.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  createPayerEndpoint,
  listPayersEndpoint,
  viewPayerEndpoint,
  updatePayerEndpoint,
  renewCheckPageEndpoint,
  receiveIdentityCallbackEndpoint,
];
