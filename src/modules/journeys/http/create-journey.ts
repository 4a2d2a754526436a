import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createJourney, requestNotFound } from '../create-journey.ts';
import { JOURNEYS_TAG, sampleJourney } from './journey-shapes.ts';

const CreateJourneyRequest = z
  .strictObject({
    requestId: z
      .string()
      .max(100)
      .regex(/^[^\0]*$/, 'requestId must not contain the character NUL')
      .optional()
      .describe('The request that it is of.'),
  })
  .meta({
    id: 'CreateJourneyRequest',
    description: 'A journey to make.',
    examples: [{ requestId: sampleJourney.requestId }],
  });

const Made = z.object({ journeyId: z.string() }).meta({
  id: 'CreateJourneyResponse',
  description: 'The new journey.',
  examples: [{ journeyId: sampleJourney.id }],
});

/** `POST /v2/journey`: makes a journey. */
export const createJourneyEndpoint = endpoint({
  operationId: 'createJourney',
  host: 'api',
  method: 'post',
  path: '/v2/journey',
  tag: JOURNEYS_TAG,
  summary: 'Makes a journey: the steps of a payment that platforms make themselves.',
  accepts: ['api_key'],
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateJourneyRequest,
  answer: { status: 201, schema: Made },
  refusals: [
    { status: 404, when: 'The account has no such request.', examples: [requestNotFound()] },
  ],
  run: (ctx: Context, { body }) => createJourney(ctx, body),
});
