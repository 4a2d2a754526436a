import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import type { Context } from '#context.ts';
import { SAMPLE_SINGLE_BATCH, SingleBatchCalldata } from '#modules/calldata/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createBatchPayout } from '../create-batch-payout.ts';
import { CreateBatchPayoutRequest } from '../model/payout-body.ts';
import { batchPayoutRefusals } from './payout-refusals.ts';

const samplePayout = {
  requestId: SAMPLE.requestId,
  paymentReference: SAMPLE.paymentReference,
  payee: SAMPLE.payee,
  amount: SAMPLE.amount,
  invoiceCurrency: SAMPLE.currencyId,
  paymentCurrency: SAMPLE.currencyId,
};

const PayoutOfBatch = z
  .object({
    requestId: z.string(),
    paymentReference: z.string(),
    payee: z.string().nullable(),
    amount: z.string().nullable().describe('The total, in `invoiceCurrency`.'),
    invoiceCurrency: z.string().nullable(),
    paymentCurrency: z.string().nullable(),
  })
  .meta({
    id: 'BatchPayoutEntry',
    description: 'A request that a batch pays.',
    examples: [samplePayout],
  });

// Nothing here takes the tokens of another wallet, so nobody signs a permit.
const { metadata, permit: _, ...signed } = SingleBatchCalldata.shape;
const { metadata: sampleMetadata, ...sampleSigned } = SAMPLE_SINGLE_BATCH;

/** What a batch answers. */
const BatchPayoutCreated = z
  .object({
    ...signed,
    requests: z.array(PayoutOfBatch).describe('In the order in which they were sent.'),
    metadata: metadata.describe('Only where `payer` was named.'),
  })
  .meta({
    id: 'CreateBatchPayoutResponse',
    description: 'What the payer of a batch signs: one transaction that pays all or nothing.',
    examples: [{ ...sampleSigned, requests: [samplePayout], metadata: sampleMetadata }],
  });

/** `POST /v2/payouts/batch`: prepares one transaction that pays several requests. */
export const createBatchPayoutEndpoint = endpoint({
  operationId: 'createBatchPayout',
  hasNodeQueries: true,
  host: 'api',
  method: 'post',
  path: '/v2/payouts/batch',
  tag: 'Payouts',
  summary: 'Prepares one transaction that pays up to 200 payouts, all or none.',
  description:
    'Either creates `requests`, or pays what is due of `requestIds`; tokens, coins and conversions may be mixed, on one network. The batch contract pays all fees to one address. Without `payer` every approval is prepared and no `metadata` is answered.',
  accepts: ['orchestrator_pair', 'api_key', 'client_id', 'session'],
  leastRole: 'finance',
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateBatchPayoutRequest,
  answer: { status: 201, schema: BatchPayoutCreated },
  refusals: batchPayoutRefusals,
  run: (ctx: Context, { body }) => createBatchPayout(ctx, body),
});
