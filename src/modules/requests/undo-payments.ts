import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { hexOf } from '#kit/hex.ts';
import { standingOf } from './model/accounting.ts';
import { type Accounted, moveToTotals } from './record-payments.ts';
import { findStandingPayments, insertPaymentUndo } from './store/payments.ts';
import { lockRequest } from './store/requests.ts';

/**
 * Takes back the payments of transfers that their chain no longer holds, and moves their requests
 * back. Requests are locked in the order of their ids, so that two undoings never wait for each
 * other.
 *
 * Answers one entry for each payment that was taken back now; a transfer that was never recorded,
 * or was taken back before, has none. Needs the caller's transaction.
 */
export async function undoPayments(
  ctx: Context,
  chainTransferIds: readonly string[],
): Promise<readonly Accounted[]> {
  invariant(ctx.db.isTransaction, 'a payment is undone in the transaction of its transfer');
  if (chainTransferIds.length === 0) return [];
  const undone: Accounted[] = [];
  for (const payment of await findStandingPayments(ctx, chainTransferIds)) {
    const request = await lockRequest(ctx, payment.requestId);
    const taken = await insertPaymentUndo(ctx, { paymentId: payment.id, undoneAt: ctx.now() });
    if (!taken) continue;
    const paidUnits = request.paidUnits - payment.amountUnits;
    await moveToTotals(ctx, [{ request, paidUnits }]);
    undone.push({
      request,
      payment: { ...payment, transactionHash: hexOf(payment.transactionHash) },
      standing: standingOf(request.expectedUnits, paidUnits),
    });
  }
  return undone;
}
