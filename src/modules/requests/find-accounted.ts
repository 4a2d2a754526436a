import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { hexOf } from '#kit/hex.ts';
import { standingOf } from './model/accounting.ts';
import type { Accounted } from './record-payments.ts';
import { findStandingPayments } from './store/payments.ts';
import { lockRequests } from './store/requests.ts';

/**
 * The payments of transfers that stand, and how their requests stand, which are locked meanwhile so that the
 * sums are exact; by transfer. Needs the caller's transaction.
 */
export async function findAccounted(
  ctx: Context,
  chainTransferIds: readonly string[],
): Promise<ReadonlyMap<string, Accounted>> {
  invariant(ctx.db.isTransaction, 'sums are exact only under the lock of their request');
  if (chainTransferIds.length === 0) return new Map();
  const payments = await findStandingPayments(ctx, chainTransferIds);
  const requests = await lockRequests(ctx, [...new Set(payments.map((one) => one.requestId))]);
  return new Map(
    payments.map((payment) => {
      const request = requests.get(payment.requestId);
      invariant(request !== undefined, 'a payment has a request');
      const { expectedUnits, paidUnits } = request;
      const standing = standingOf(expectedUnits, paidUnits);
      const transactionHash = hexOf(payment.transactionHash);
      return [
        payment.chainTransferId,
        { request, standing, payment: { ...payment, transactionHash } },
      ];
    }),
  );
}
