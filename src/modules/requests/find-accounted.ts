import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { hexOf } from '#kit/hex.ts';
import { standingOf } from './model/accounting.ts';
import type { Accounted } from './record-payments.ts';
import { findStandingPayments } from './store/payments.ts';
import { lockRequest } from './store/requests.ts';

/**
 * The payment of a transfer, if it stands, and how its request stands, which is locked meanwhile so
 * that the sums are exact. Needs the caller's transaction.
 */
export async function findAccounted(
  ctx: Context,
  chainTransferId: string,
): Promise<Accounted | undefined> {
  invariant(ctx.db.isTransaction, 'sums are exact only under the lock of their request');
  const [payment] = await findStandingPayments(ctx, [chainTransferId]);
  if (payment === undefined) return undefined;
  const request = await lockRequest(ctx, payment.requestId);
  return {
    request,
    payment: { ...payment, transactionHash: hexOf(payment.transactionHash) },
    standing: standingOf(request.expectedUnits, request.paidUnits),
  };
}
