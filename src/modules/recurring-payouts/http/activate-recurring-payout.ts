import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { activateRecurringPayout } from '../activate-recurring-payout.ts';
import { RecurringCall, SAMPLE_ID } from '../model/signing-shapes.ts';
import {
  CANNOT_ACTIVATE,
  keySignature,
  NOT_FOR_PUBLIC,
  NOT_FOUND,
  PARTIES_REFUSED,
  RecurringPayoutParams,
  SAMPLE_SIGNATURE,
} from './shapes.ts';

const message = 'Recurring payment activated successfully';
const sampleAllowance = { totalNeededAllowance: '37500000', currentAllowance: '37500000' };
const sample = {
  message,
  id: SAMPLE_ID,
  status: 'active' as const,
  transactions: [],
  metadata: sampleAllowance,
};

/** `POST /v2/payouts/recurring/{id}`: lets a recurring payout begin. */
export const activateRecurringPayoutEndpoint = endpoint({
  operationId: 'activateRecurringPayout',
  hasNodeQueries: true,
  host: 'api',
  method: 'post',
  path: '/v2/payouts/recurring/{id}',
  tag: 'Payouts',
  summary: 'Lets a recurring payout begin, by its payer’s signature.',
  description:
    'The payer’s key signs `recurringPaymentPermit`; contracts cannot, as the deployed contract asks none. From then on each payment is sent when it is due, as long as balance and allowance suffice.',
  accepts: ['api_key', 'client_id', 'session'],
  leastRole: 'finance',
  params: RecurringPayoutParams,
  query: z.strictObject({}),
  body: z.strictObject({ permitSignature: keySignature('permitSignature') }).meta({
    id: 'ActivateRecurringPayoutRequest',
    description: 'What the payer signed.',
    examples: [{ permitSignature: SAMPLE_SIGNATURE }],
  }),
  answer: {
    status: 201,
    schema: z
      .object({
        message: z.string(),
        id: z.string(),
        status: z.literal('active'),
        transactions: z
          .array(RecurringCall)
          .describe(
            'The approvals that are still lacking for all that the payer has signed, as after several were prepared at once. Added by Florin.',
          ),
        metadata: z
          .object({ totalNeededAllowance: z.string(), currentAllowance: z.string() })
          .meta({
            id: 'RecurringPaymentSignedAllowance',
            description:
              'What everything takes that the payer has signed, and what is allowed, in the smallest unit. Added by Florin.',
            examples: [sampleAllowance],
          }),
      })
      .meta({
        id: 'ActivateRecurringPayoutResponse',
        description: 'It has begun.',
        examples: [sample],
      }),
  },
  refusals: [
    CANNOT_ACTIVATE,
    { ...NOT_FOR_PUBLIC, when: `${NOT_FOR_PUBLIC.when} ${PARTIES_REFUSED.when}` },
    NOT_FOUND,
  ],
  run: (ctx: Context, { params, body }) => activateRecurringPayout(ctx, { ...params, ...body }),
});
