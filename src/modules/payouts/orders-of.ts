import type { Context } from '#context.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import {
  type FeeWish,
  feeLegsOf,
  findDueFees,
  orderOfRequest,
  type ShownRequest,
  withFeeOfCall,
} from '#modules/requests/index.ts';

/**
 * The orders that pay what is due of requests, each with its fees behind it. The fee that goes along
 * is the request's own, else the one of the call. One query; asks no chain.
 *
 * Refuses (400) a fee that is none.
 */
export async function ordersOf(
  ctx: Context,
  requests: readonly ShownRequest[],
  wish: FeeWish,
): Promise<PaymentOrder[]> {
  const ids = requests.map(({ id }) => id);
  const fees = await findDueFees(ctx, ids);
  return requests.map((request) => {
    const order = withFeeOfCall(ctx, wish, { request, order: orderOfRequest(ctx, request) });
    return { ...order, feeLegs: feeLegsOf(fees.get(request.id) ?? []) };
  });
}
