import type { BookPayment, BookRequest, Difference } from './books.ts';
import { tell } from './tell-difference.ts';

/** Whether the sums that are kept beside a request are those of its payments that stand. */
export function compareKeptSums(
  request: BookRequest,
  payments: readonly BookPayment[],
): readonly Difference[] {
  const standing = payments.filter(({ undone }) => !undone);
  const added = sayUnits(sumOf(standing), sumOf(standing.filter(({ late }) => late)));
  const kept = sayUnits(request.paidUnits, request.paidLateUnits);
  if (added === kept) return [];
  const of = { requestId: request.requestId, transactionHash: null, blockNumber: null };
  return [tell('wrong_kept_sum', of, [added, kept])];
}

function sumOf(payments: readonly BookPayment[]): bigint {
  return payments.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
}

function sayUnits(units: bigint, lateUnits: bigint): string {
  return `${units} units paid, of them ${lateUnits} late`;
}
