import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { SAMPLE_HOOK } from './webhook-shapes.ts';

/** Where a delivery can stand. */
export const DeliveryStatus = z
  .enum(['pending', 'delivered', 'failed', 'skipped'])
  .describe('`skipped`: its endpoint was switched off.');

/** A delivery as examples show it. */
export const sampleDelivery = {
  id: SAMPLE_HOOK.deliveryId,
  eventType: 'payment.confirmed',
  status: 'delivered' as const,
  createdAt: SAMPLE.paidAt,
  finishedAt: '2026-01-02T03:09:41.180Z',
  isTest: false,
  replayOf: null,
  lastResponseStatus: 204,
  lastDurationMs: 112,
};

/** The fields that the list and the single view of a delivery have in common. */
export const deliveryFields = {
  id: z.string().describe('The delivery id that the receiver was sent; a ULID.'),
  eventType: z.string(),
  status: DeliveryStatus,
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable().describe('Null while it is still being sent.'),
  isTest: z.boolean(),
  replayOf: z
    .string()
    .nullable()
    .describe('The first delivery of what this one sends again; null for a first one.'),
  lastResponseStatus: z.int().nullable().describe('Null where no answer came.'),
  lastDurationMs: z.int().nullable(),
};

/** A bound of a window of time, in any offset. */
export const moment = (description: string) =>
  z.iso.datetime({ offset: true }).optional().describe(description);

/** The time that such a bound names. */
export function timeOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

/** Longer than the name of any event. */
const EVENT_CHARS_MAX = 100;

/** The filters of the log of an endpoint. */
export const DELIVERY_FILTERS = {
  event: z
    .string()
    .min(1)
    .max(EVENT_CHARS_MAX)
    .regex(/^[^\0]*$/, 'must not contain a NUL')
    .optional()
    .describe('Only this event, such as `payment.confirmed`.'),
  status: DeliveryStatus.optional(),
  from: moment('Only what was created at this time or later.'),
  to: moment('Only what was created before this time.'),
};

/** A delivery as lists show it. */
export const WebhookDelivery = z
  .object({
    ...deliveryFields,
    attempts: z.int().describe('How often it was sent so far; four times at most.'),
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'One body that was to be sent to an endpoint.',
    examples: [{ ...sampleDelivery, attempts: 1 }],
  });
