import type { Context } from '#context.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import {
  type FeeWish,
  findDueFees,
  orderOfRequest,
  readFee,
  type ShownRequest,
} from '#modules/requests/index.ts';

/**
 * The orders that pay what is due of requests, each with its fees behind it. The fee that goes along
 * is the request's own, which no call can change, else the one of the call. One query; asks no chain.
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
    const order = orderOfRequest(ctx, request);
    const feeLegs = fees.get(request.id)?.map((fee) => ({
      amountUnits: fee.units,
      paymentReference: fee.paymentReference,
      receiverAddress: fee.receiverAddress,
    }));
    return { ...order, ...feeOf(ctx, { request, order, wish }), feeLegs };
  });
}

interface FeeAsk {
  readonly request: ShownRequest;
  readonly order: PaymentOrder;
  readonly wish: FeeWish;
}

function feeOf(ctx: Context, { request, order, wish }: FeeAsk): Partial<PaymentOrder> {
  if (request.feeAddress !== null) return {};
  const { amountUnits } = order.due;
  const { family } = order.chain.network;
  const { feePercentage, feeAddress } = wish;
  const fee = readFee(ctx, { feePercentage, feeAddress }, { family, expectedUnits: amountUnits });
  if (fee === undefined) return {};
  const { percentage, address, units } = fee;
  return { due: { amountUnits, feeUnits: units }, platformFee: { percentage, address } };
}
