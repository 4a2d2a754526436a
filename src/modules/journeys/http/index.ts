import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { appendJourneyEventEndpoint } from './append-journey-event.ts';
import { createJourneyEndpoint } from './create-journey.ts';
import { viewJourneyEndpoint } from './view-journey.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  createJourneyEndpoint,
  appendJourneyEventEndpoint,
  viewJourneyEndpoint,
];
