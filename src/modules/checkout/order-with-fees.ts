import type { Context } from '#context.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import type { DueFee } from '#modules/fees/index.ts';
import { feeLegsOf, findDueFees, orderOfRequest, protocolFeeOf } from '#modules/requests/index.ts';
import type { LinkedRequest } from '#modules/secure-payments/index.ts';
import type { OpenLink } from './open-link.ts';

/** The fees that are still to be paid by themselves, in their order, by the row of their request. */
export type FeesByRequest = ReadonlyMap<string, readonly DueFee[]>;

const NONE: FeesByRequest = new Map();

/**
 * The fees of a link that are still to be paid by themselves. One query where a plan of it has any,
 * and none otherwise.
 */
export async function findFeesOf(
  ctx: Context,
  { asked }: Pick<OpenLink, 'asked'>,
): Promise<FeesByRequest> {
  const planned = asked
    .map(({ request }) => request)
    .filter(({ feePlan }) => feePlan?.fees.some(({ type }) => type !== 'platform_fee'));
  const ids = planned.map(({ id }) => id);
  return ids.length === 0 ? NONE : await findDueFees(ctx, ids);
}

/** The order that pays what is due of a request, and then its fees. */
export function orderWithFees(
  ctx: Context,
  request: LinkedRequest,
  fees: FeesByRequest,
): PaymentOrder {
  const due = fees.get(request.id) ?? [];
  return {
    ...orderOfRequest(ctx, request),
    protocolFee: protocolFeeOf(due),
    feeLegs: feeLegsOf(due),
  };
}
