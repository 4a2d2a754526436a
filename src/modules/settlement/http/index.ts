import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { exportHeldPaymentsEndpoint } from './export-held-payments.ts';
import { listHeldPaymentsEndpoint } from './list-held-payments.ts';
import { listNetworkStatesEndpoint } from './list-network-states.ts';
import { listNetworksEndpoint } from './list-networks.ts';
import { listSuspiciousEndpoint } from './list-suspicious.ts';
import { releasePaymentEndpoint } from './release-payment.ts';
import { resumeNetworkEndpoint } from './resume-network.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  exportHeldPaymentsEndpoint,
  listHeldPaymentsEndpoint,
  releasePaymentEndpoint,
  listNetworkStatesEndpoint,
  listNetworksEndpoint,
  resumeNetworkEndpoint,
  listSuspiciousEndpoint,
];
