import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { createPaymentDetailsEndpoint } from './create-payment-details.ts';
import { listPaymentDetailsEndpoint } from './list-payment-details.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  createPaymentDetailsEndpoint,
  listPaymentDetailsEndpoint,
];
