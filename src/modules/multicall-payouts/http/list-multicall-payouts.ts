import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { pageCursor } from '#platform/http/page-cursor.ts';
import { listMulticallPayouts } from '../list-multicall-payouts.ts';
import { SAMPLE_BUNDLE } from '../model/details-shape.ts';
import { MULTICALL_STATUSES } from '../model/status.ts';

/** A page; each of its bundles may have a thousand children to count. */
const LIMIT = 20;
const LIMIT_MAX = 50;

const sample = {
  token: SAMPLE_BUNDLE,
  securePaymentUrl: `https://pay.example/?token=${SAMPLE_BUNDLE}`,
  status: 'pending' as const,
  childCount: 150,
  paidCount: 0,
  openCount: 150,
  createdAt: SAMPLE.createdAt,
  expiresAt: SAMPLE.expiresAt,
};

const MulticallSummary = z
  .object({
    token: z.string(),
    securePaymentUrl: z.url(),
    status: z.enum(MULTICALL_STATUSES),
    childCount: z.int(),
    paidCount: z.int(),
    openCount: z.int().describe('Children that are not paid and can still be.'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({
    id: 'MulticallPayoutSummary',
    description: 'A bundle in a list.',
    examples: [sample],
  });

/** `GET /v2/secure-payments/multicall-payouts`: the bundles of the account. */
export const listMulticallPayoutsEndpoint = endpoint({
  operationId: 'listMulticallPayouts',
  host: 'api',
  method: 'get',
  path: '/v2/secure-payments/multicall-payouts',
  tag: 'Secure payments',
  summary: 'Lists bundles of payout links, newest first.',
  description: 'Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({
    cursor: pageCursor(),
    limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT),
  }),
  body: undefined,
  answer: {
    status: 200,
    schema: z
      .object({
        bundles: z.array(MulticallSummary),
        nextCursor: z.string().nullable().describe('Null on the last page.'),
      })
      .meta({
        id: 'MulticallPayoutPage',
        description: 'A page of bundles.',
        examples: [{ bundles: [sample], nextCursor: null }],
      }),
  },
  refusals: [],
  run: (ctx: Context, { query }) => listMulticallPayouts(ctx, query),
});
