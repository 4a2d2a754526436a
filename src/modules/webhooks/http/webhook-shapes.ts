import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';

/** The ids that the examples of this module share. */
export const SAMPLE_HOOK = {
  id: '01KC9TZ5S2E8VXH3M6Q4WJ7RBD',
  deliveryId: '01KC9VE7D0Q4M8W1Z5T2X6B3HK',
  secret: '5f0c3a7d9e1b42868f64d1a9c07be3522a9d6f18b4c3e70d5f819a2c6b4e7d30',
} as const;

/** An endpoint as examples show it. */
export const sampleWebhook = {
  id: SAMPLE_HOOK.id,
  url: 'https://shop.example/hooks/florin',
  isActive: true,
  createdAt: SAMPLE.createdAt,
  switchedOffBy: null,
  failingSince: null,
  switchesOffAt: null,
};

/** An endpoint as every answer shows it. */
export const Webhook = z
  .object({
    id: z.string().describe('A ULID.'),
    url: z.url(),
    isActive: z.boolean().describe('Whether events are sent to it.'),
    createdAt: z.iso.datetime(),
    switchedOffBy: z
      .enum(['person', 'failures'])
      .nullable()
      .describe('Who switched it off: a user, or the server because it only failed for too long.'),
    failingSince: z.iso
      .datetime()
      .nullable()
      .describe('Since when deliveries to it only fail; null while they arrive.'),
    switchesOffAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'When it is switched off unless a delivery arrives before; null where it is not, see `WEBHOOK_SWITCH_OFF_AFTER_SECONDS`.',
      ),
  })
  .meta({
    id: 'Webhook',
    description: 'A webhook endpoint; its secret is never shown again.',
    examples: [sampleWebhook],
  });

/** Longer than the id of anything. */
const ID_CHARS_MAX = 100;

/** An id in a path; one that could be none names nothing. */
export const idInPath = (description: string) =>
  z
    .string()
    .max(ID_CHARS_MAX)
    .regex(/^[^\0]*$/, 'must not contain a NUL')
    .describe(description);

/** One endpoint as answers to a partner wrap it. */
export const OrchestratorWebhook = z
  .object({ webhook: Webhook.describe('The endpoint as it is now.') })
  .meta({
    id: 'OrchestratorWebhook',
    description: 'An endpoint of a partner.',
    examples: [{ webhook: sampleWebhook }],
  });

/** A secret in the only answer that has it. */
export const webhookSecret = () =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('The key of every signature; shown only in this answer.');
