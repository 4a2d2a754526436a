import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { Flow } from '#modules/events/index.ts';
import { DAY_OF_FIGURES, DAY_RANGE_ANSWER, SAMPLE_DAY_RANGE } from '#platform/http/day-figures.ts';
import { DAY_RANGE_FIELDS, readDayRange } from '#platform/http/day-range.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { viewPaymentFigures } from '../view-payment-figures.ts';

const sampleVolume = { payments: 1, amount: SAMPLE.amount };
const sampleTimes = {
  payments: 1,
  settled: { p50Seconds: 184.2, p95Seconds: 184.2 },
  confirmed: { p50Seconds: 12.5, p95Seconds: 12.5 },
};
const sample = {
  ...SAMPLE_DAY_RANGE,
  volumes: [
    {
      flow: 'incoming' as const,
      network: SAMPLE.network,
      currency: SAMPLE.currencyId,
      ...sampleVolume,
      days: [{ date: SAMPLE_DAY_RANGE.from, ...sampleVolume }],
    },
  ],
  durations: { ...sampleTimes, days: [{ date: SAMPLE_DAY_RANGE.from, ...sampleTimes }] },
};

const MOVED = {
  payments: z.int().describe('How many payments.'),
  amount: z.string().describe('What they moved in this token, added up: a decimal.'),
};

const DayVolume = z
  .object({ ...DAY_OF_FIGURES, ...MOVED })
  .meta({ id: 'DayVolume', description: 'One day.', examples: [sample.volumes[0]?.days[0]] });

const PaymentVolume = z
  .object({
    flow: Flow.describe('`incoming` is what the account was paid, `outgoing` what it paid.'),
    network: z.string(),
    currency: z.string().describe('A currency id; amounts of two of them are never added.'),
    ...MOVED,
    days: z.array(DayVolume).describe('The days on which anything was paid.'),
  })
  .meta({
    id: 'PaymentVolume',
    description: 'What was paid in one token in one direction.',
    examples: sample.volumes,
  });

const DurationPercentiles = z
  .object({
    p50Seconds: z.number().describe('Half of the payments took no longer.'),
    p95Seconds: z.number().describe('19 of 20 payments took no longer.'),
  })
  .meta({
    id: 'DurationPercentiles',
    description: 'How long something took, in seconds.',
    examples: [sampleTimes.settled],
  });

const COUNTED = { payments: z.int().describe('How many payments that the account received.') };
const SETTLED = 'From the creation of what was paid until the payment counted.';
const CONFIRMED = "From the payment's block until it counted.";

const DayDurations = z
  .object({
    ...DAY_OF_FIGURES,
    ...COUNTED,
    settled: DurationPercentiles.describe(SETTLED),
    confirmed: DurationPercentiles.describe(CONFIRMED),
  })
  .meta({
    id: 'DayDurations',
    description: 'How long the payments of one day took.',
    examples: sample.durations.days,
  });

const PaymentDurations = z
  .object({
    ...COUNTED,
    settled: DurationPercentiles.nullable().describe(`${SETTLED} Null without payments.`),
    confirmed: DurationPercentiles.nullable().describe(`${CONFIRMED} Null without payments.`),
    days: z.array(DayDurations).describe('The days on which anything was paid.'),
  })
  .meta({
    id: 'PaymentDurations',
    description: 'How long payments took.',
    examples: [sample.durations],
  });

const PaymentFigures = z
  .object({
    ...DAY_RANGE_ANSWER,
    volumes: z.array(PaymentVolume),
    durations: PaymentDurations,
  })
  .meta({
    id: 'PaymentFigures',
    description: 'What was paid, day by day.',
    examples: [sample],
  });

/** `GET /v2/dashboard/payments/figures`: what was paid, day by day. */
export const viewPaymentFiguresEndpoint = endpoint({
  operationId: 'viewPaymentFigures',
  host: 'api',
  method: 'get',
  path: '/v2/dashboard/payments/figures',
  tag: 'Payments',
  summary: 'Adds up what your account was paid and paid out, day by day and token by token.',
  description:
    'A payment belongs to the day of its block. Amounts are exact and of one token each. Payments that a reorganised chain took back are left out, and so are fees that are paid beside a payment.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject(DAY_RANGE_FIELDS),
  body: undefined,
  answer: { status: 200, schema: PaymentFigures },
  refusals: [],
  run: (ctx: Context, { query }) => viewPaymentFigures(ctx, readDayRange(ctx.now(), query)),
});
