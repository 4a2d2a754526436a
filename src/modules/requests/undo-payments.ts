import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { type ActivePayment, totalsOf, undoActivePayments } from '#modules/ledger/index.ts';
import { findOwnFees, withOwnFees } from './find-own-fees.ts';
import { type Accounted, accountedOf, moveToTotals } from './record-payments.ts';
import { findRequestsOfFees } from './store/fee-components.ts';
import { type LockedRequest, lockRequests } from './store/requests.ts';

/** A transfer that its chain no longer holds, and the request that it was for. */
interface LostTransfer {
  readonly id: string;
  readonly requestId: string;
}

/** What undoing changed. */
interface UndonePayments {
  /** One entry for each payment that was undone now, with the totals that it left, by request and in the order in
   * which they were recorded; a transfer that was never recorded, or was undone before, has none. */
  readonly undone: readonly Accounted[];
  /** The requests that stay paid although transfers of fees of them vanished, also of fees that did not count yet. */
  readonly paidWithLostFees: readonly LockedRequest[];
}

/**
 * Undoes the payments of transfers that are no longer on their chain, and moves each request once, to the state
 * of the payments that are left. Takes the same few statements for any number of payments.
 *
 * First locks, in the order of their ids, all requests of these transfers and those of which they are fees, before
 * any is read: settlers lock several, too. Needs the caller's transaction.
 */
export async function undoPayments(
  ctx: Context,
  transfers: readonly LostTransfer[],
): Promise<UndonePayments> {
  invariant(ctx.db.isTransaction, 'a payment is undone in the transaction of its transfer');
  const requestIds = [...new Set(transfers.map(({ requestId }) => requestId))];
  // Also those of fees that are not paid yet: another transaction may just be settling them, which relies on these fees.
  const withFees = await findRequestsOfFees(ctx, requestIds);
  const requests = await lockRequests(ctx, [...requestIds, ...withFees]);
  const lockedOf = (id: string) => {
    const request = requests.get(id);
    invariant(request !== undefined, 'a transfer has a request');
    return request;
  };
  const byRequest = await undoByRequest(
    ctx,
    transfers.map(({ id }) => id),
  );
  const left = [...byRequest].map(([id, payments]) => {
    const request = lockedOf(id);
    return { request, paidUnits: request.paidUnits - sumOf(payments), payments };
  });
  await moveToTotals(ctx, left);
  const undone = left.flatMap(({ request, payments }) => {
    let { paidUnits } = request;
    return payments.map((payment) => {
      paidUnits -= payment.amountUnits;
      return accountedOf(request, payment, totalsOf(request.expectedUnits, paidUnits));
    });
  });
  const fees = await findOwnFees(ctx, undone, { areUndone: true });
  const paidWithLostFees = withFees.map(lockedOf).filter(({ id, paidUnits, expectedUnits }) => {
    return paidUnits - sumOf(byRequest.get(id) ?? []) >= expectedUnits;
  });
  return { undone: withOwnFees(undone, fees), paidWithLostFees };
}

/** Undoes the payments of transfers; answers those that were undone now, by request. */
async function undoByRequest(
  ctx: Context,
  chainTransferIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ActivePayment[]>> {
  if (chainTransferIds.length === 0) return new Map();
  const undone = await undoActivePayments(ctx, chainTransferIds);
  return Map.groupBy(undone, ({ requestId }) => requestId);
}

function sumOf(payments: readonly ActivePayment[]): bigint {
  return payments.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
}
