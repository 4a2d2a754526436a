import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { exportApiRequestsEndpoint } from './export-api-requests.ts';
import { listApiRequestsEndpoint } from './list-api-requests.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  listApiRequestsEndpoint,
  exportApiRequestsEndpoint,
];
