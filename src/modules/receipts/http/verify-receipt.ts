import { z } from 'zod';
import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { ReceiptVerification, VerifyReceiptRequest } from '../model/receipt-shapes.ts';
import { verifyReceipt } from '../verify-receipt.ts';

/** `POST /v2/receipts/verify`: compares a receipt with the chain. */
export const verifyReceiptEndpoint = endpoint({
  operationId: 'verifyReceipt',
  host: 'api',
  method: 'post',
  path: '/v2/receipts/verify',
  tag: 'Payments',
  summary: 'Compares what a receipt says with what the chain has.',
  description:
    'Of any receipt, whoever issued it: the block is read from a node, and nothing that is recorded here counts. A client ID calls it from a page, as that of the pay host does for payers. Added by Florin.',
  accepts: ['api_key', 'client_id', 'session'],
  originRequired: true,
  leastRole: 'viewer',
  hasNodeQueries: true,
  isIdempotent: true,
  params: z.object({}),
  query: z.strictObject({}),
  body: VerifyReceiptRequest,
  answer: { status: 200, schema: ReceiptVerification },
  refusals: [
    {
      status: 400,
      when: 'A line breaks its rule, or no node of the network is connected.',
      examples: [refuseField('network', 'No node of this network is connected here')],
    },
  ],
  run: (ctx: Context, { body }) => verifyReceipt(ctx, body),
});
