import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { findActivePayments, totalsOf } from '#modules/ledger/index.ts';
import { findOwnFees, withOwnFees } from './find-own-fees.ts';
import { type Accounted, accountedOf } from './record-payments.ts';
import { lockRequests } from './store/requests.ts';

/**
 * The payments of these transfers that were not undone, and what is paid of their requests, which are locked
 * so that the sums are exact; by transfer. Needs the caller's transaction.
 */
export async function findAccounted(
  ctx: Context,
  chainTransferIds: readonly string[],
): Promise<ReadonlyMap<string, Accounted>> {
  invariant(ctx.db.isTransaction, 'sums are exact only under the lock of their request');
  if (chainTransferIds.length === 0) return new Map();
  const payments = await findActivePayments(ctx, chainTransferIds);
  const requests = await lockRequests(ctx, [...new Set(payments.map((one) => one.requestId))]);
  const accounted = payments.map((payment) => {
    const request = requests.get(payment.requestId);
    invariant(request !== undefined, 'a payment has a request');
    const totals = totalsOf(request.expectedUnits, request.paidUnits);
    return accountedOf(request, payment, totals);
  });
  const fees = await findOwnFees(ctx, accounted);
  return new Map(
    withOwnFees(accounted, fees).map((one) => [one.payment.chainTransferId, one] as const),
  );
}
