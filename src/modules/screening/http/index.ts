import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { receiveScreeningAlertEndpoint } from './receive-screening-alert.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [receiveScreeningAlertEndpoint];
