import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { listScreenedWalletsEndpoint } from './list-screened-wallets.ts';
import { listScreenedWalletsOfAllEndpoint } from './list-screened-wallets-of-all.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  listScreenedWalletsEndpoint,
  listScreenedWalletsOfAllEndpoint,
];
