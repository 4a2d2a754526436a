import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import {
  type ApprovalTransaction,
  approvalTransaction,
  type BatchCalldata,
  type BigNumberTransaction,
  batchCalldata,
  bigNumberTransaction,
} from '#modules/calldata/index.ts';
import { orderOfRequest } from '#modules/requests/index.ts';
import { isPaid } from './model/link-state.ts';
import type { OpenLink } from './open-link.ts';

/** What a payer signs for a batch: approvals, then one transaction that pays all or nothing. */
export interface PreparedBatch {
  readonly ERC20ApprovalTransactions: ApprovalTransaction[];
  readonly batchPaymentTransaction: BigNumberTransaction;
  readonly metadata: BatchCalldata['metadata'];
}

/** Prepares the one transaction that pays all requests of a batch that are still due. */
export async function prepareBatch(ctx: Context, open: OpenLink): Promise<PreparedBatch> {
  const due = open.asked.filter(({ request }) => !isPaid(request));
  const orders = due.map(({ request }) => orderOfRequest(ctx, request));
  const { approvals, batches, metadata } = await batchCalldata(orders, open.wallet);
  const [batch] = batches;
  invariant(batch !== undefined && batches.length === 1, 'a batch link fits one transaction');
  return {
    ERC20ApprovalTransactions: approvals.map(approvalTransaction),
    batchPaymentTransaction: bigNumberTransaction(batch.transaction),
    metadata,
  };
}
