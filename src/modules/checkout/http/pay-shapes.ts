import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE, SAMPLE_TRANSACTIONS } from '#catalog/samples.ts';
import {
  CalldataMetadataResponse,
  SAMPLE_METADATA,
  SAMPLE_SINGLE_BATCH,
  SingleBatchCalldata,
  TransactionResponse,
} from '#modules/calldata/index.ts';
import { FeeBundle } from '#modules/fees/index.ts';
import { OutstandingFees } from './link-refusals.ts';

const outstanding = OutstandingFees.optional().describe(
  'Of a completed link: the fees that it was paid without; only they are prepared. Added by Florin.',
);

/** What the payer of a single payment signs. */
export const SecurePaymentCalldata = z
  .object({
    paymentType: z.literal('single'),
    transactions: z
      .array(TransactionResponse)
      .describe('Approvals first, then the payment, then a payment for each fee of `feeBundle`.'),
    atomicTransactions: z
      .array(TransactionResponse)
      .optional()
      .describe(
        'For wallets that sign one by one: approvals, then one call that pays all or nothing. Added by Florin.',
      ),
    eoaApprovalTransactions: z.array(TransactionResponse).optional(),
    permit: SingleBatchCalldata.shape.permit,
    feeBundle: FeeBundle.nullable().describe('Null where no fee plan applies.'),
    outstandingFees: outstanding,
    metadata: CalldataMetadataResponse,
    paymentReference: z.string().nullable(),
    flow: z.enum(['incoming', 'outgoing']),
  })
  .meta({
    id: 'SecurePaymentCalldata',
    description: 'Executable calldata of a single payment.',
    examples: [
      {
        paymentType: 'single',
        transactions: SAMPLE_TRANSACTIONS,
        eoaApprovalTransactions: [],
        feeBundle: null,
        metadata: SAMPLE_METADATA,
        paymentReference: SAMPLE.paymentReference,
        flow: 'incoming',
      },
    ],
  });

/** What the payer of a batch signs. */
export const SecurePaymentBatchCalldata = z
  .object({
    ...SingleBatchCalldata.shape,
    feeBundle: FeeBundle.optional().describe(
      'The fees that the same transaction pays; only where any were planned. Added by Florin.',
    ),
    outstandingFees: outstanding,
  })
  .meta({
    id: 'SecurePaymentBatchCalldata',
    description: 'Executable calldata of a batch: one transaction that pays all or nothing.',
    examples: [SAMPLE_SINGLE_BATCH],
  });
