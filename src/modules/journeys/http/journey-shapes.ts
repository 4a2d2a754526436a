import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';

const JOURNEY_ID = '01KC9V3GJ0T5W8XQ2ZB7MH4J0V';
const QUERY_CHARS_MAX = 255;

/** The tag of all endpoints of journeys. */
export const JOURNEYS_TAG = 'Journeys';

const noNul = (what: string) =>
  z
    .string()
    .max(QUERY_CHARS_MAX)
    .regex(/^[^\0]*$/, `${what} must not contain the character NUL`);

/** The journey that a path names. */
export const JourneyParams = z.object({ journeyId: noNul('journeyId') });

/** The journey that a path names in one of two ways. */
export const JourneyQueryParams = z.object({
  journeyId: noNul('journeyId').describe(
    'The id of the journey, or the `txReference` of an event of it.',
  ),
});

/** What shows as an example of an event. */
export const sampleEvent = {
  id: '01KC9V3GJ0T5W8XQ2ZB7MH4E7T',
  status: 'PENDING',
  amount: SAMPLE.amount,
  currency: 'EUR',
  txReference: 'transfer-77',
  processedAt: SAMPLE.createdAt,
  rawPayload: { bank: 'sent' },
};

/** What shows as an example of a journey. */
export const sampleJourney = { id: JOURNEY_ID, requestId: SAMPLE.requestId };

/** What several shapes of an event share. */
export const eventFields = {
  status: z.string(),
  amount: z.string(),
  currency: z.string().nullable(),
  processedAt: z.iso.datetime(),
};
