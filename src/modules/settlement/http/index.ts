import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { listHeldPaymentsEndpoint } from './list-held-payments.ts';
import { listNetworkStatesEndpoint } from './list-network-states.ts';
import { releasePaymentEndpoint } from './release-payment.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  listHeldPaymentsEndpoint,
  releasePaymentEndpoint,
  listNetworkStatesEndpoint,
];
