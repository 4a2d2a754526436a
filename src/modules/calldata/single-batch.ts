import { z } from 'zod';
import { invariant } from '#kit/failure.ts';
import { batchCalldata } from './batch-calldata.ts';
import {
  BatchApprovalResponse,
  BatchMetadataResponse,
  BigNumberTransactionResponse,
  SAMPLE_BATCH_APPROVAL,
  SAMPLE_BATCH_CALL,
  SAMPLE_BATCH_METADATA,
} from './model/batch-shapes.ts';
import { PermitResponse } from './model/calldata-shapes.ts';
import type { PayerKind } from './model/payer-kind.ts';
import type { PaymentOrder } from './payment-order.ts';
import { approvalTransaction, bigNumberTransaction } from './wire-transaction.ts';

/** What the payer of a batch with too little is answered. */
export const SAMPLE_SINGLE_BATCH = {
  ERC20ApprovalTransactions: [SAMPLE_BATCH_APPROVAL],
  batchPaymentTransaction: SAMPLE_BATCH_CALL,
  metadata: SAMPLE_BATCH_METADATA,
};

/** What the payer of a batch signs: approvals, then one transaction that pays all or nothing. */
export const SingleBatchCalldata = z.object({
  ERC20ApprovalTransactions: z.array(BatchApprovalResponse).describe('Come first; empty for none.'),
  eoaApprovalTransactions: z.array(BatchApprovalResponse).optional(),
  permit: PermitResponse.optional(),
  batchPaymentTransaction: BigNumberTransactionResponse,
  metadata: BatchMetadataResponse.optional().describe('Missing without a wallet.'),
});

/** What the payer of a batch signs: approvals, then one transaction that pays all or nothing. */
export type SingleBatchCalldata = z.output<typeof SingleBatchCalldata>;

/**
 * Prepares the one transaction that pays orders which fit one, as `countBatches` says, in the form of the
 * older endpoints. Refuses and throws as `batchCalldata` does.
 */
export async function prepareSingleBatch(
  orders: readonly PaymentOrder[],
  wallet: string | undefined,
  payer: PayerKind = {},
): Promise<SingleBatchCalldata> {
  const prepared = await batchCalldata(orders, wallet, payer);
  const { pulls, approvals, batches, metadata, eoa, permit, holderTransactions } = prepared;
  const [batch] = batches;
  invariant(batch !== undefined && batches.length === 1, 'what fits one transaction is one');
  return {
    ERC20ApprovalTransactions: [...pulls, ...approvals].map(approvalTransaction),
    batchPaymentTransaction: bigNumberTransaction(batch.transaction),
    ...(payer.tokenHolder && {
      eoaApprovalTransactions: holderTransactions.map(approvalTransaction),
    }),
    ...(permit && { permit }),
    ...(metadata && { metadata: { ...metadata, ...eoa } }),
  };
}
