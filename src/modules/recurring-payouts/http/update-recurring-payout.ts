import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { SAMPLE_ID } from '../model/signing-shapes.ts';
import { updateRecurringPayout } from '../update-recurring-payout.ts';
import {
  CANNOT_UPDATE,
  NOT_FOR_PUBLIC,
  NOT_FOUND,
  RecurringPayoutParams,
  RecurringPayoutStopped,
} from './shapes.ts';

const sampleMetadata = {
  processedPayments: 1,
  totalPayments: 3,
  nextPaymentDate: '2030-01-02T00:00:00.000Z',
};
const sampleUnpaused = { id: SAMPLE_ID, status: 'active' as const, metadata: sampleMetadata };

/** `PATCH /v2/payouts/recurring/{id}`: stops a recurring payout, or lets it go on. */
export const updateRecurringPayoutEndpoint = endpoint({
  operationId: 'updateRecurringPayout',
  hasNodeQueries: true,
  host: 'api',
  method: 'patch',
  path: '/v2/payouts/recurring/{id}',
  tag: 'Payouts',
  summary: 'Stops a recurring payout, or lets a paused one go on.',
  description:
    '`cancel`: nothing of it is sent any more. The contract knows no such stop, so the payer also sends the transactions of the answer, which lower the allowance. `unpause`: payments that became due meanwhile are sent one after another.',
  accepts: ['api_key', 'client_id', 'session'],
  leastRole: 'finance',
  params: RecurringPayoutParams,
  query: z.strictObject({}),
  body: z.strictObject({ action: z.enum(['cancel', 'unpause']) }).meta({
    id: 'UpdateRecurringPayoutRequest',
    description: 'What is to become of it.',
    examples: [{ action: 'cancel' }],
  }),
  answer: {
    status: 200,
    schema: z.union([
      RecurringPayoutStopped,
      z
        .object({
          id: z.string(),
          status: z.literal('active'),
          metadata: z
            .object({
              processedPayments: z.int(),
              totalPayments: z.int(),
              nextPaymentDate: z.iso.datetime().nullable(),
            })
            .meta({
              id: 'RecurringPaymentUnpausedMetadata',
              description: 'What comes next.',
              examples: [sampleMetadata],
            }),
        })
        .meta({
          id: 'RecurringPaymentUnpaused',
          description: 'A recurring payout that goes on.',
          examples: [sampleUnpaused],
        }),
    ]),
  },
  refusals: [CANNOT_UPDATE, NOT_FOR_PUBLIC, NOT_FOUND],
  run: (ctx: Context, { params, body }) => updateRecurringPayout(ctx, { ...params, ...body }),
});
