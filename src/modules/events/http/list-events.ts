import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { accountOf, type Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { tooManyStreams, WAIT_SECONDS_MAX } from '#platform/http/live-query.ts';
import { FEED_CHANNEL, listEvents } from '../list-events.ts';
import { SAMPLE_ACCESS_REJECTED } from '../model/access-payloads.ts';
import { printCursor, readCursor } from '../model/feed-position.ts';
import { isEventType } from '../model/vocabulary.ts';

/** A page of payments is about 50 kB; one of nothing but the largest steps of payers, 3 MB. */
const PAGE_EVENTS = 50;
const PAGE_EVENTS_MAX = 100;

/** Longer than all types together. */
const TYPES_CHARS_MAX = 1_000;

/** The word for the place behind all that was recorded so far. */
const NOW = 'now';

const sampleId = '01KC9V7N3E5GQ0X8R2JT6WZ4MB';
const sampleEvent = {
  id: sampleId,
  cursor: printCursor({ transactionId: '7411', eventId: sampleId }),
  type: SAMPLE_ACCESS_REJECTED.event,
  createdAt: SAMPLE.createdAt,
  schemaVersion: 1,
  securePaymentToken: SAMPLE.token,
  payload: SAMPLE_ACCESS_REJECTED,
};

const FeedEvent = z
  .object({
    id: z.string().describe('A ULID, the same for every reader.'),
    cursor: z.string().describe('Continues after this event.'),
    type: z.string().describe('The `event` of the payload.'),
    createdAt: z.iso.datetime(),
    schemaVersion: z.int().describe('Raised when the payload of this type changes its shape.'),
    securePaymentToken: z.string().nullable().describe('The link that it is about, if any.'),
    payload: z
      .record(z.string(), z.unknown())
      .describe('As it was recorded; the webhooks of this description show the shapes.'),
  })
  .meta({
    id: 'Event',
    description: 'Something that happened. Never changed.',
    examples: [sampleEvent],
  });

const FeedPage = z
  .object({
    events: z.array(FeedEvent),
    nextCursor: z.string().describe('Continues after this page, also where it is empty.'),
    hasMore: z.boolean().describe('Whether there are events after this page already.'),
  })
  .meta({
    id: 'EventPage',
    description: 'A page of the feed, oldest first.',
    examples: [{ events: [sampleEvent], nextCursor: sampleEvent.cursor, hasMore: false }],
  });

const FeedQuery = z.strictObject({
  cursor: z
    .string()
    .refine(isPosition, 'must be a cursor of this feed, or now')
    .optional()
    .describe(
      'The event to continue after; `now` is after all so far. Without it, from the first.',
    ),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_EVENTS_MAX)
    .default(PAGE_EVENTS)
    .describe('How many events a page has.'),
  type: z
    .string()
    .max(TYPES_CHARS_MAX)
    .refine(areTypes, 'must be event types, separated by commas')
    .optional()
    .describe('Only these types, separated by commas: `payment.confirmed,payment.partial`.'),
  wait: z.coerce
    .number()
    .int()
    .min(0)
    .max(WAIT_SECONDS_MAX)
    .default(0)
    .describe('How many seconds to wait for an event while there is none.'),
});

/** `GET /v2/events`: what was recorded in the caller's account, as pages or as a stream. */
export const listEventsEndpoint = endpoint({
  operationId: 'listEvents',
  host: 'api',
  method: 'get',
  path: '/v2/events',
  tag: 'Events',
  summary: 'Lists what happened in your account, oldest first, or streams it.',
  description:
    'Each event comes once, in an order that never changes: store the cursor and continue from it. With `Accept: text/event-stream` events are sent as they come; a stream ends after five minutes and continues with `Last-Event-ID`.',
  accepts: ['api_key', 'session', 'orchestrator_key'],
  leastRole: 'viewer',
  params: z.object({}),
  query: FeedQuery,
  body: undefined,
  answer: { status: 200, schema: FeedPage },
  refusals: [
    { status: 429, when: 'The account has too many open streams.', examples: [tooManyStreams()] },
  ],
  run: (ctx: Context, { query: { cursor, limit, type } }) =>
    listEvents(ctx, {
      after: cursor === undefined || cursor === NOW ? cursor : readCursor(cursor),
      limit,
      types: type?.split(','),
    }),
  live: {
    channel: FEED_CHANNEL,
    subjectOf: (actor) => accountOf({ actor }),
    waitSecondsOf: ({ wait }) => wait,
    from: (query, cursor) => ({ ...query, cursor }),
    foundIn: ({ events, nextCursor, hasMore }) => ({
      items: events.map((event) => ({ cursor: event.cursor, data: event })),
      nextCursor,
      hasMore,
    }),
  },
});

function isPosition(cursor: string): boolean {
  return cursor === NOW || readCursor(cursor) !== undefined;
}

function areTypes(list: string): boolean {
  return list.split(',').every(isEventType);
}
