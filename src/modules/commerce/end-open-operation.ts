import type { Context } from '#context.ts';
import { reopenRelayed } from '#modules/relayer/index.ts';
import { purposeOf } from './carry-out.ts';
import type { CommercePayment } from './model/commerce-payment.ts';
import { endOperation, type OperationEnd, reopenOperation } from './store/operations.ts';

type Payment = Pick<CommercePayment, 'id' | 'accountId'>;

/**
 * Ends an open operation of a locked payment; returns whether it was open. Where a reorg took back several, the next of them is open from
 * then on, so that no new one begins before all have ended.
 */
export async function endOpenOperation(
  ctx: Context,
  payment: Payment,
  end: OperationEnd,
): Promise<boolean> {
  const wasOpen = await endOperation(ctx, end);
  if (wasOpen) await reopenTakenBack(ctx, payment);
  return wasOpen;
}

/** Opens the next operation of a locked payment again that a reorg took back, and has its transaction sent again until it is in a block. */
export async function reopenTakenBack(ctx: Context, payment: Payment): Promise<void> {
  const id = await reopenOperation(ctx, payment);
  if (id !== undefined) await reopenRelayed(ctx, purposeOf({ id }));
}
