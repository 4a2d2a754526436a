import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { RequestCalldata, SAMPLE_REQUEST_CALLDATA } from '#modules/calldata/index.ts';
import { RecurringPayoutCreatedResponse } from '#modules/recurring-payouts/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createPayout } from '../create-payout.ts';
import { CreatePayoutRequest } from '../model/payout-body.ts';
import { payoutRefusals } from './payout-refusals.ts';

/** What creating a payout answers. */
const PayoutCreated = RequestCalldata.extend({
  requestId: z.string().describe('`01` and 64 hex digits.'),
  paymentReference: z.string().describe('What its payments carry: `0x` and 16 hex digits.'),
}).meta({
  id: 'CreatePayoutResponse',
  description: 'A new payout, and what its payer signs.',
  examples: [
    {
      requestId: SAMPLE.requestId,
      paymentReference: SAMPLE.paymentReference,
      ...SAMPLE_REQUEST_CALLDATA,
    },
  ],
});

/** `POST /v2/payouts`: creates a payout and prepares what its payer signs. */
export const createPayoutEndpoint = endpoint({
  operationId: 'createPayout',
  hasNodeQueries: true,
  host: 'api',
  method: 'post',
  path: '/v2/payouts',
  tag: 'Payouts',
  summary: 'Creates a payout and prepares the transactions that pay it.',
  description:
    'Paid in a token, in the coin of a network, or in a token for an invoice in USD, EUR, GBP, CNY or JPY at the rate of the moment. An approval comes where the allowance of `payerWallet` falls short, and always without one. The same transactions are prepared anew by `GET /v2/request/{requestId}/pay`. With `recurrence` the payer approves and signs `recurringPaymentPermit` once, which `POST /v2/payouts/recurring/{id}` takes; in a token, on networks that have the contract for it.',
  accepts: ['orchestrator_pair', 'api_key', 'client_id', 'session'],
  leastRole: 'finance',
  params: z.object({}),
  query: z.strictObject({}),
  body: CreatePayoutRequest,
  answer: { status: 201, schema: z.union([PayoutCreated, RecurringPayoutCreatedResponse]) },
  refusals: payoutRefusals,
  run: (ctx: Context, { body }) => createPayout(ctx, body),
});
