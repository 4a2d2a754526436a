import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { EVENT_FILTERS } from '../model/event-filters.ts';
import { SearchCursor, wholeNumber, wrongPeriod } from '../model/payment-query.ts';
import { searchEvents } from '../search-events.ts';
import { FoundEvent, sampleEvent } from './event-shapes.ts';

/** A screenful and more, and what is read in one query at most. */
const PAGE_EVENTS = 50;
const PAGE_EVENTS_MAX = 100;

const EventSearchQuery = z
  .strictObject({
    ...EVENT_FILTERS,
    limit: wholeNumber('limit', [1, PAGE_EVENTS, PAGE_EVENTS_MAX]).describe(
      'How many events a page holds.',
    ),
    cursor: SearchCursor,
  })
  .superRefine((query, { addIssue }) => {
    const period = wrongPeriod(query);
    if (period !== undefined) addIssue(period);
  });

const FoundEvents = z
  .object({
    events: z.array(FoundEvent),
    nextCursor: z.string().nullable().describe('The `cursor` of the next page; null on the last.'),
  })
  .meta({
    id: 'FoundEvents',
    description: 'A page of the events that meet the filters, newest first.',
    examples: [{ events: [sampleEvent], nextCursor: null }],
  });

/** `GET /v2/dashboard/events`: the events of the account by what they are about. */
export const searchEventsEndpoint = endpoint({
  operationId: 'searchEvents',
  host: 'api',
  method: 'get',
  path: '/v2/dashboard/events',
  tag: 'Events',
  summary: 'Finds events, newest first.',
  description:
    'For people who look something up: all filters that are named must hold. A program that must miss no event reads `GET /v2/events` instead.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  fieldsOnly: true,
  params: z.object({}),
  query: EventSearchQuery,
  body: undefined,
  answer: { status: 200, schema: FoundEvents },
  refusals: [],
  run: (ctx: Context, { query }) => searchEvents(ctx, query),
});
