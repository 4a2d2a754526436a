import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { listNotificationsEndpoint } from './list-notifications.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [listNotificationsEndpoint];
