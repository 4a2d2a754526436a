import type { Context } from '#context.ts';
import { findPaidFees } from '#modules/requests/index.ts';
import type { SecurePayment } from '#modules/secure-payments/index.ts';
import { isPaid } from './model/link-state.ts';
import { type PaidFeeShown, paidFeesShown } from './model/paid-fees.ts';

/**
 * The fees that were paid of links, in their order, for the receipt of the payer. One query
 * where any of what was paid has fees; nothing is reported about a link that hides its amounts.
 */
export async function findPaidFeesOf(
  ctx: Context,
  links: readonly SecurePayment[],
): Promise<readonly PaidFeeShown[]> {
  const requests = links
    .filter(({ access }) => !access.hidesUntilApproved)
    .flatMap((link) => link.requests)
    .filter((one) => isPaid(one) && (one.feePlan !== null || one.feeUnits > 0n));
  if (requests.length === 0) return [];
  const paid = await findPaidFees(
    ctx,
    requests.map(({ id }) => id),
  );
  return requests.flatMap((request) => paidFeesShown(request, paid.get(request.id) ?? []));
}
