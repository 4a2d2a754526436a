import { invariant } from '#kit/failure.ts';
import { shareOf } from '#kit/percentage.ts';
import type { Due } from '#modules/calldata/index.ts';
import type { LinkedRequest } from '#modules/secure-payments/index.ts';

/**
 * What is still to be paid for a request, which must not be paid yet. After a part was paid it is
 * the rest, with the fee's share of the rest, rounded down as the whole fee was.
 */
export function amountDue(request: LinkedRequest): Due {
  const amountUnits = request.expectedUnits - request.paidUnits;
  invariant(amountUnits > 0n, 'a request that is paid has nothing due');
  if (request.paidUnits === 0n) return { amountUnits, feeUnits: request.feeUnits };
  const { feePercentage } = request;
  return {
    amountUnits,
    feeUnits: feePercentage === null ? 0n : shareOf(amountUnits, feePercentage),
  };
}
