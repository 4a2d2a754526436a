import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { alreadyCompleted } from '../model/refusals.ts';
import { notStoppedByPayer, stopRecurringPayoutPage } from '../stop-recurring-payout-page.ts';
import {
  keySignature,
  NOT_FOUND,
  RecurringPayoutPageParams,
  RecurringPayoutStopped,
  SAMPLE_SIGNATURE,
} from './shapes.ts';

/** `PATCH /v2/recurring-payouts/{token}`: stops a recurring payout. */
export const stopRecurringPayoutPageEndpoint = endpoint({
  operationId: 'stopRecurringPayoutPage',
  hasNodeQueries: true,
  host: 'api',
  method: 'patch',
  path: '/v2/recurring-payouts/{token}',
  tag: 'Payouts',
  summary: 'Stops the recurring payout of a page, by its payer’s signature.',
  description:
    'The payer signs `stopMessage` as a personal message. Nothing is sent from then on; the transactions of the answer also lower the allowance. Added by Florin.',
  accepts: ['client_id'],
  originRequired: true,
  params: RecurringPayoutPageParams,
  query: z.strictObject({}),
  body: z.strictObject({ action: z.literal('cancel'), signature: keySignature('signature') }).meta({
    id: 'StopRecurringPayoutPageRequest',
    description: 'That the payer stops it.',
    examples: [{ action: 'cancel', signature: SAMPLE_SIGNATURE }],
  }),
  answer: { status: 200, schema: RecurringPayoutStopped },
  refusals: [
    {
      status: 400,
      when: 'It is completed, or the payer did not sign.',
      examples: [notStoppedByPayer(), alreadyCompleted()],
    },
    NOT_FOUND,
  ],
  run: (ctx: Context, { params, body: { signature } }) =>
    stopRecurringPayoutPage(ctx, { ...params, signature }),
});
