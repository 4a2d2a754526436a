import { z } from 'zod';
import { DAY_OF_FIGURES, DAY_RANGE_ANSWER, SAMPLE_DAY_RANGE } from '#platform/http/day-figures.ts';

const sampleAttempts = {
  attempts: 40,
  failed: 2,
  lost: 0,
  failureRate: 0.05,
  latency: { p50Ms: 83, p95Ms: 412 },
};
const sample = {
  ...SAMPLE_DAY_RANGE,
  ...sampleAttempts,
  days: [{ date: SAMPLE_DAY_RANGE.from, ...sampleAttempts }],
};

const WebhookLatency = z
  .object({
    p50Ms: z.int().describe('Half of the answers took no longer.'),
    p95Ms: z.int().describe('19 of 20 answers took no longer.'),
  })
  .meta({
    id: 'WebhookLatency',
    description: 'How long receivers took to answer, in milliseconds.',
    examples: [sampleAttempts.latency],
  });

const ATTEMPTS = {
  attempts: z.int().describe('How often anything was sent, tests and retries included.'),
  failed: z.int().describe('How many attempts were not answered with a status of 200 to 299.'),
  lost: z.int().describe('How many of them were the last one of their delivery.'),
  failureRate: z
    .number()
    .nullable()
    .describe('`failed` divided by `attempts`, from 0 to 1; null without attempts.'),
  latency: WebhookLatency.nullable().describe('Null where nothing was answered.'),
};

const DayWebhookFigures = z.object({ ...DAY_OF_FIGURES, ...ATTEMPTS }).meta({
  id: 'DayWebhookFigures',
  description: 'How receivers answered on one day.',
  examples: sample.days,
});

const WebhookFigures = z
  .object({
    ...DAY_RANGE_ANSWER,
    ...ATTEMPTS,
    days: z.array(DayWebhookFigures).describe('The days on which anything was sent.'),
  })
  .meta({
    id: 'WebhookFigures',
    description: 'How receivers answered webhooks, day by day.',
    examples: [sample],
  });

/** What an account's figures and a partner's share. */
export const WEBHOOK_FIGURES = {
  method: 'get',
  description:
    'An attempt belongs to the day on which it began. Deliveries that are no longer stored count for nothing; see `WEBHOOK_DELIVERY_RETENTION_DAYS`.',
  leastRole: 'viewer',
  body: undefined,
  answer: { status: 200, schema: WebhookFigures },
} as const;
