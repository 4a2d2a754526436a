import { z } from 'zod';
import type { Context } from '#context.ts';
import { Flow } from '#modules/events/index.ts';
import { DAY_OF_FIGURES, DAY_RANGE_ANSWER, SAMPLE_DAY_RANGE } from '#platform/http/day-figures.ts';
import { DAY_RANGE_FIELDS, readDayRange } from '#platform/http/day-range.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { viewRequestFigures } from '../view-request-figures.ts';

const sampleOutcome = { created: 12, paid: 9, unpaid: 1, open: 2, successRate: 0.9 };
const sample = {
  ...SAMPLE_DAY_RANGE,
  flows: [
    {
      flow: 'incoming' as const,
      ...sampleOutcome,
      days: [{ date: SAMPLE_DAY_RANGE.from, ...sampleOutcome }],
    },
  ],
};

const OUTCOME = {
  created: z.int().describe('How many were created.'),
  paid: z.int().describe('How many of them were paid as a whole.'),
  unpaid: z.int().describe('How many of them ended unpaid: their link expired or was withdrawn.'),
  open: z.int().describe('How many of them can still be paid.'),
  successRate: z
    .number()
    .nullable()
    .describe('`paid` divided by `paid` and `unpaid`, from 0 to 1; null while all are open.'),
};

const DayOutcome = z.object({ ...DAY_OF_FIGURES, ...OUTCOME }).meta({
  id: 'DayOutcome',
  description: 'What became of the requests of one day.',
  examples: sample.flows[0]?.days,
});

const RequestOutcome = z
  .object({
    flow: Flow.describe('`incoming` is what the account is paid, `outgoing` what it pays.'),
    ...OUTCOME,
    days: z.array(DayOutcome).describe('The days on which any were created.'),
  })
  .meta({
    id: 'RequestOutcome',
    description: 'What became of the requests of one direction.',
    examples: sample.flows,
  });

const RequestFigures = z.object({ ...DAY_RANGE_ANSWER, flows: z.array(RequestOutcome) }).meta({
  id: 'RequestFigures',
  description: 'What became of requests, by the day of their creation.',
  examples: [sample],
});

/** `GET /v2/dashboard/requests/figures`: what became of the requests of each day. */
export const viewRequestFiguresEndpoint = endpoint({
  operationId: 'viewRequestFigures',
  host: 'api',
  method: 'get',
  path: '/v2/dashboard/requests/figures',
  tag: 'Requests',
  summary: 'Counts how many of the requests of each day were paid, ended unpaid or are open.',
  description:
    'A request belongs to the day on which it was created, and counts as it stands now, so the figures of a day change until all of its requests have ended. Those without a link do not end, and are open until they are paid.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject(DAY_RANGE_FIELDS),
  body: undefined,
  answer: { status: 200, schema: RequestFigures },
  refusals: [],
  run: (ctx: Context, { query }) => viewRequestFigures(ctx, readDayRange(ctx.now(), query)),
});
