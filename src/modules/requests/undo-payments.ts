import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import {
  type ActivePayment,
  findActivePayments,
  insertPaymentUndos,
  totalsOf,
} from '#modules/ledger/index.ts';
import { type Accounted, accountedOf, moveToTotals } from './record-payments.ts';
import { lockRequests } from './store/requests.ts';

/**
 * Undoes the payments of transfers that their chain no longer holds, and moves each request once, to where
 * the payments that are left bring it. Takes the same few statements for any number of payments, and locks
 * requests in the order of their ids, so that two undoings never wait for each other.
 *
 * Returns one entry for each payment that was undone now, with the totals that it left, by request and in
 * the order in which they were recorded; a transfer that was never recorded, or was undone before, has none.
 * Needs the caller's transaction.
 */
export async function undoPayments(
  ctx: Context,
  chainTransferIds: readonly string[],
): Promise<readonly Accounted[]> {
  invariant(ctx.db.isTransaction, 'a payment is undone in the transaction of its transfer');
  if (chainTransferIds.length === 0) return [];
  const found = await findActivePayments(ctx, chainTransferIds);
  if (found.length === 0) return [];
  const requests = await lockRequests(ctx, [...new Set(found.map(({ requestId }) => requestId))]);
  const paymentIds = found.map(({ id }) => id);
  const undone = await insertPaymentUndos(ctx, { paymentIds, undoneAt: ctx.now() });
  const byRequest = Map.groupBy(
    found.filter(({ id }) => undone.has(id)),
    ({ requestId }) => requestId,
  );
  const left = [...byRequest].map(([requestId, payments]) => {
    const request = requests.get(requestId);
    invariant(request !== undefined, 'a payment has a request');
    return { request, paidUnits: request.paidUnits - sumOf(payments), payments };
  });
  await moveToTotals(ctx, left);
  return left.flatMap(({ request, payments }) => {
    let { paidUnits } = request;
    return payments.map((payment) => {
      paidUnits -= payment.amountUnits;
      return accountedOf(request, payment, totalsOf(request.expectedUnits, paidUnits));
    });
  });
}

function sumOf(payments: readonly ActivePayment[]): bigint {
  return payments.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
}
