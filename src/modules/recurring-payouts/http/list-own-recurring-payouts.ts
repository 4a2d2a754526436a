import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { pageCursor } from '#platform/http/page-cursor.ts';
import { listOwnRecurringPayouts } from '../list-own-recurring-payouts.ts';
import { SAMPLE_ID } from '../model/signing-shapes.ts';
import { RECURRING_PAYOUT_STATUSES } from '../model/status.ts';
import { RECURRING_TERMS, SAMPLE_TERMS } from './terms-shape.ts';

/** A page; more takes another. */
const LIMIT = 20;
const LIMIT_MAX = 50;

const sample = {
  id: SAMPLE_ID,
  status: 'active' as const,
  ...SAMPLE_TERMS,
  processedPayments: 1,
  totalPayments: 3,
  nextPaymentDate: '2030-01-02T00:00:00.000Z',
  failureCount: 0,
  failureReason: null,
  retryAfter: null,
  shortage: null,
  isAllowanceLowered: false,
};

const RecurringPayoutSummary = z
  .object({
    id: z.string(),
    status: z.enum(RECURRING_PAYOUT_STATUSES),
    ...RECURRING_TERMS,
    processedPayments: z.int(),
    totalPayments: z.int(),
    nextPaymentDate: z.iso.datetime().nullable(),
    failureCount: z.int().describe('How often the next payment failed.'),
    failureReason: z.string().nullable(),
    retryAfter: z.iso.datetime().nullable(),
    shortage: z.enum(['balance', 'allowance']).nullable(),
    isAllowanceLowered: z.boolean(),
  })
  .meta({
    id: 'RecurringPayoutSummary',
    description: 'A recurring payout in a list.',
    examples: [sample],
  });

/** `GET /v2/payouts/recurring`: the recurring payouts of the account. */
export const listOwnRecurringPayoutsEndpoint = endpoint({
  operationId: 'listOwnRecurringPayouts',
  host: 'api',
  method: 'get',
  path: '/v2/payouts/recurring',
  tag: 'Payouts',
  summary: 'Lists recurring payouts, those that were made last first.',
  description: 'Added by Florin.',
  accepts: ['api_key', 'session'],
  leastRole: 'viewer',
  params: z.object({}),
  query: z.strictObject({
    status: z.enum(RECURRING_PAYOUT_STATUSES).optional(),
    cursor: pageCursor(),
    limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT),
  }),
  body: undefined,
  answer: {
    status: 200,
    schema: z
      .object({
        recurringPayouts: z.array(RecurringPayoutSummary),
        nextCursor: z.string().nullable().describe('Null on the last page.'),
      })
      .meta({
        id: 'RecurringPayoutPage',
        description: 'A page of recurring payouts.',
        examples: [{ recurringPayouts: [sample], nextCursor: null }],
      }),
  },
  refusals: [],
  run: (ctx: Context, { query }) => listOwnRecurringPayouts(ctx, query),
});
