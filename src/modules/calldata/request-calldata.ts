import { z } from 'zod';
import { BigNumberTransactionShape, SAMPLE_BATCH_CALL } from './model/batch-shapes.ts';
import { CalldataMetadataShape, SAMPLE_METADATA } from './model/calldata-shapes.ts';
import type { PaymentCalldata } from './payment-calldata.ts';
import { bigNumberTransaction } from './wire-transaction.ts';

const RequestMetadataShape = CalldataMetadataShape.extend({
  approvalTransactionIndex: z
    .number()
    .nullable()
    .describe('The first approval; null where none is needed.'),
  hasEnoughBalance: z.boolean().describe('True without a wallet.'),
  hasEnoughGas: z.boolean().describe('True without a wallet.'),
}).meta({
  id: 'RequestCalldataMetadata',
  description: 'What the transactions ask of the wallet.',
  examples: [SAMPLE_METADATA],
});

/** What the payer of a request or a payout signs. */
export const RequestCalldata = z
  .object({
    transactions: z
      .array(BigNumberTransactionShape)
      .describe('Approvals first, then the payment, then one for each fee that is paid by itself.'),
    metadata: RequestMetadataShape,
  })
  .meta({
    id: 'RequestCalldata',
    description: 'Executable calldata of a request.',
    examples: [{ transactions: [SAMPLE_BATCH_CALL], metadata: SAMPLE_METADATA }],
  });

/** What the payer of a request or a payout signs. */
export type RequestCalldata = z.output<typeof RequestCalldata>;

/** The same calldata as `/v2/request/{id}/pay` and `/v2/payouts` write it. */
export function requestCalldata({ transactions, metadata }: PaymentCalldata): RequestCalldata {
  const { approvalTransactionIndex = null } = metadata;
  return {
    transactions: transactions.map(bigNumberTransaction),
    metadata: { ...metadata, approvalTransactionIndex },
  };
}
