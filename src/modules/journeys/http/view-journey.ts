import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { journeyNotFound } from '../open-journey.ts';
import { viewJourney } from '../view-journey.ts';
import {
  eventFields,
  JOURNEYS_TAG,
  JourneyParams,
  sampleEvent,
  sampleJourney,
} from './journey-shapes.ts';

const JourneyEvent = z
  .object({
    id: z.string(),
    stepIndex: z.int().describe('From 1 on, by `processedAt`.'),
    ...eventFields,
    txReference: z.string().optional(),
    rawPayload: z.unknown().optional().describe('As it was sent.'),
  })
  .meta({
    id: 'JourneyEvent',
    description: 'A step of a journey.',
    examples: [{ ...sampleEvent, stepIndex: 1 }],
  });

const Viewed = z
  .object({
    id: z.string(),
    requestId: z.string().nullable(),
    createdAt: z.iso.datetime(),
    events: z.array(JourneyEvent),
  })
  .meta({
    id: 'JourneyResponse',
    description: 'A journey with all its events.',
    examples: [
      {
        ...sampleJourney,
        createdAt: sampleEvent.processedAt,
        events: [{ ...sampleEvent, stepIndex: 1 }],
      },
    ],
  });

/** `GET /v2/journey/{journeyId}`: reads a journey. */
export const viewJourneyEndpoint = endpoint({
  operationId: 'viewJourney',
  host: 'api',
  method: 'get',
  path: '/v2/journey/{journeyId}',
  tag: JOURNEYS_TAG,
  summary: 'Reads a journey with its events in the order of their times.',
  accepts: ['api_key'],
  params: JourneyParams,
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: Viewed },
  refusals: [
    {
      status: 404,
      when: 'The account neither made such a journey nor was named in it.',
      examples: [journeyNotFound()],
    },
  ],
  run: async (ctx: Context, { params }) => {
    const { events, ...journey } = await viewJourney(ctx, params);
    return { ...journey, events: [...events] };
  },
});
