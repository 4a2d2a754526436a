import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';

/** An event as the examples show it. */
export const sampleEvent = {
  id: '01KC9V7N3E5GQ0X8R2JT6WZ4MB',
  type: 'link.expired',
  createdAt: SAMPLE.createdAt,
  requestId: SAMPLE.requestId,
  securePaymentToken: SAMPLE.token,
  payload: {
    event: 'link.expired',
    securePaymentToken: SAMPLE.token,
    paymentToken: SAMPLE.token,
    expiresAt: SAMPLE.createdAt,
    timestamp: SAMPLE.createdAt,
  },
};

/** An event as a search shows it. */
export const FoundEvent = z
  .object({
    id: z.string().describe('A ULID, as in the feed.'),
    type: z.string().describe('The `event` of the payload.'),
    createdAt: z.iso.datetime(),
    requestId: z
      .string()
      .nullable()
      .describe('The request that it is about, or the first one of its link.'),
    securePaymentToken: z.string().nullable().describe('The link that it is about, if any.'),
    payload: z
      .record(z.string(), z.unknown())
      .describe('As it was recorded; the webhooks of this description show the shapes.'),
  })
  .meta({
    id: 'FoundEvent',
    description: 'An event that meets the filters.',
    examples: [sampleEvent],
  });
