import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { appendJourneyEvent, journeyIsFull } from '../append-journey-event.ts';
import { ambiguousReference, journeyNotFound } from '../open-journey.ts';
import {
  eventFields,
  JOURNEYS_TAG,
  JourneyQueryParams,
  sampleEvent,
  sampleJourney,
} from './journey-shapes.ts';

const RAW_CHARACTERS_MAX = 4_000;
const text = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\0]*$/, 'must not contain the character NUL');

const AppendJourneyEventRequest = z
  .strictObject({
    status: text(100).describe("The platform's own word."),
    amount: z
      .string()
      .max(80)
      .regex(/^(0|[1-9][0-9]*)(\.[0-9]{1,18})?$/, 'amount must be a decimal such as 12.5')
      .describe('A human decimal.'),
    processedAt: z.iso.datetime({ error: 'processedAt must be a time in UTC that ends in Z' }),
    currency: text(50).optional(),
    txReference: text(255)
      .optional()
      .describe('A name of the step, by which events can follow it.'),
    rawPayload: z
      .unknown()
      .refine((value) => (JSON.stringify(value) ?? '').length <= RAW_CHARACTERS_MAX, {
        error: `rawPayload must have at most ${RAW_CHARACTERS_MAX} characters as JSON`,
      })
      .optional()
      .describe('Any JSON.'),
    nextProcessorId: text(64)
      .optional()
      .describe('The `processorId` of a platform that may read the journey and write to it.'),
  })
  .meta({
    id: 'AppendJourneyEventRequest',
    description: 'A step that was made.',
    examples: [{ status: 'PENDING', amount: '12.5', processedAt: sampleEvent.processedAt }],
  });

const Appended = z
  .object({
    id: z.string(),
    journeyId: z.string(),
    processorId: z.string().describe('The account that wrote it.'),
    ...eventFields,
    txReference: z.string().nullable(),
    rawPayload: z.unknown().describe('As it was sent, or null.'),
  })
  .meta({
    id: 'AppendJourneyEventResponse',
    description: 'The event as it is stored.',
    examples: [
      { ...sampleEvent, journeyId: sampleJourney.id, processorId: '01KC9V3GJ0T5W8XQ2ZB7MH4ACC' },
    ],
  });

/** `POST /v2/journey/{journeyId}`: writes a step of a journey, once. */
export const appendJourneyEventEndpoint = endpoint({
  operationId: 'appendJourneyEvent',
  host: 'api',
  method: 'post',
  path: '/v2/journey/{journeyId}',
  tag: JOURNEYS_TAG,
  summary: 'Writes a step of a journey; the same one again is answered as it was written.',
  accepts: ['api_key'],
  params: JourneyQueryParams,
  query: z.strictObject({}),
  body: AppendJourneyEventRequest,
  answer: { status: 201, schema: Appended },
  refusals: [
    {
      status: 404,
      when: 'The account neither made such a journey nor was named in it.',
      examples: [journeyNotFound()],
    },
    {
      status: 409,
      when: 'Several journeys have an event of this transaction, or the journey is full.',
      examples: [ambiguousReference(), journeyIsFull()],
    },
  ],
  run: (ctx: Context, { params, body }) => {
    const input = {
      ...body,
      processedAt: new Date(body.processedAt),
      currency: body.currency,
      txReference: body.txReference,
      rawPayload: body.rawPayload,
      nextProcessorId: body.nextProcessorId,
    };
    return appendJourneyEvent(ctx, { queryId: params.journeyId, input });
  },
});
