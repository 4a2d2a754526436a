import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { exportAuditEndpoint } from './export-audit.ts';
import { listAdministrationEndpoint } from './list-administration.ts';
import { listAuditEndpoint } from './list-audit.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  listAuditEndpoint,
  exportAuditEndpoint,
  listAdministrationEndpoint,
];
