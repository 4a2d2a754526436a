import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { requestNotFound, viewRequestHistory } from '../view-request-history.ts';
import { DeliveryStatus, sampleDelivery } from './delivery-shapes.ts';
import { sampleWebhook } from './webhook-shapes.ts';

/** Longer than any request id; a longer one is not queried. */
const REQUEST_ID_MAX = 100;

const sampleAttempt = {
  retryCount: 0,
  startedAt: SAMPLE.paidAt,
  durationMs: 112,
  responseStatus: 204,
  failure: null,
};

const sampleSent = {
  id: sampleDelivery.id,
  webhookId: sampleWebhook.id,
  url: sampleWebhook.url,
  eventType: sampleDelivery.eventType,
  status: sampleDelivery.status,
  replayOf: null,
  createdAt: SAMPLE.paidAt,
  attempts: [sampleAttempt],
};

const HistoryAttempt = z
  .object({
    retryCount: z.int().describe('0 for the first attempt.'),
    startedAt: z.iso.datetime(),
    durationMs: z.int(),
    responseStatus: z.int().nullable().describe('Null where no answer came.'),
    failure: z.string().nullable().describe('Why no answer came; null where one did.'),
  })
  .meta({
    id: 'HistoryAttempt',
    description: 'One sending of a delivery.',
    examples: [sampleAttempt],
  });

const HistoryDelivery = z
  .object({
    id: z.string().describe('The delivery id that the receiver was sent.'),
    webhookId: z.string(),
    url: z.url(),
    eventType: z.string(),
    status: DeliveryStatus,
    replayOf: z.string().nullable().describe('The first delivery of what this one sends again.'),
    createdAt: z.iso.datetime(),
    attempts: z.array(HistoryAttempt),
  })
  .meta({
    id: 'HistoryDelivery',
    description: 'One body that was to be sent to an endpoint of the account.',
    examples: [sampleSent],
  });

const sampleEvent = {
  id: '01KC9V7N3E5GQ0X8R2JT6WZ4MB',
  type: 'payment.confirmed',
  createdAt: SAMPLE.paidAt,
  payload: { event: 'payment.confirmed', requestId: SAMPLE.requestId },
  deliveries: [sampleSent],
};

const HistoryEvent = z
  .object({
    id: z.string().describe('A ULID, as in the feed.'),
    type: z.string(),
    createdAt: z.iso.datetime(),
    payload: z.record(z.string(), z.unknown()).describe('As it was recorded.'),
    deliveries: z.array(HistoryDelivery),
  })
  .meta({
    id: 'HistoryEvent',
    description: 'Something that happened to a request, and who was sent it.',
    examples: [sampleEvent],
  });

const RequestHistory = z.object({ events: z.array(HistoryEvent) }).meta({
  id: 'RequestHistory',
  description: 'What happened to a request, oldest first.',
  examples: [{ events: [sampleEvent] }],
});

/** `GET /v2/request/{requestId}/history`: everything that happened to a request. */
export const viewRequestHistoryEndpoint = endpoint({
  operationId: 'viewRequestHistory',
  host: 'api',
  method: 'get',
  path: '/v2/request/{requestId}/history',
  tag: 'Requests',
  summary: 'Shows what happened to a request, and which webhooks said so.',
  description:
    'The events about it and its links as the feed has them, the first 200, with their deliveries to endpoints of your account and each attempt. Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  params: z.object({
    requestId: z
      .string()
      .max(REQUEST_ID_MAX)
      .regex(/^[^\0]*$/, 'requestId must not contain the character NUL'),
  }),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: RequestHistory },
  refusals: [
    { status: 404, when: 'The account has no such request.', examples: [requestNotFound()] },
  ],
  run: (ctx: Context, { params }) => viewRequestHistory(ctx, params),
});
