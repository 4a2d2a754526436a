import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { listConversionRoutesEndpoint } from './list-conversion-routes.ts';
import { listCurrenciesEndpoint } from './list-currencies.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  listCurrenciesEndpoint,
  listConversionRoutesEndpoint,
];
