import type { Context } from '#context.ts';
import { paymentCalldata, type RequestCalldata, requestCalldata } from '#modules/calldata/index.ts';
import { protocolFeeOf } from './fees-of-order.ts';
import type { RequestPayQuery } from './model/route-query.ts';
import { orderForPayer } from './order-for-payer.ts';

/**
 * Prepares the transactions that pay what is due of a request, or a part of it: approvals, the
 * payment, then one for each fee that is paid by itself. one read of the chain. Refuses as
 * `orderForPayer` does, and (400) a conversion without a rate that is fresh enough, and (409) a payee
 * who cannot be paid by this wallet.
 */
export async function payRequest(
  ctx: Context,
  asked: { readonly requestId: string; readonly query: RequestPayQuery },
): Promise<RequestCalldata> {
  const { order, dueFees, wallet } = await orderForPayer(ctx, asked.requestId, asked.query);
  const protocolFee = protocolFeeOf(dueFees);
  return requestCalldata(await paymentCalldata({ ...order, protocolFee }, wallet));
}
