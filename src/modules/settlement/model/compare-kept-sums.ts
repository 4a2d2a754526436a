import { differenceOf } from './difference.ts';
import type { Difference, StoredPayment, StoredRequest } from './stored-payments.ts';

/** Whether the stored sums of a request are those of its active payments. */
export function compareKeptSums(
  request: StoredRequest,
  payments: readonly StoredPayment[],
): readonly Difference[] {
  const active = payments.filter(({ undone }) => !undone);
  const added = sayUnits(sumOf(active), sumOf(active.filter(({ late }) => late)));
  const kept = sayUnits(request.paidUnits, request.paidLateUnits);
  if (added === kept) return [];
  const of = { requestId: request.requestId, transactionHash: null, blockNumber: null };
  return [differenceOf('wrong_kept_sum', of, [added, kept])];
}

function sumOf(payments: readonly StoredPayment[]): bigint {
  return payments.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
}

function sayUnits(units: bigint, lateUnits: bigint): string {
  return `${units} units paid, of them ${lateUnits} late`;
}
