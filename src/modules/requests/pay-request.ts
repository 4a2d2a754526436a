import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import {
  type PaymentOrder,
  paymentCalldata,
  type RequestCalldata,
  requestCalldata,
} from '#modules/calldata/index.ts';
import type { DueFee } from '#modules/fees/index.ts';
import type { RequestPayQuery } from './model/route-query.ts';
import { orderForPayer } from './order-for-payer.ts';

/** How the wire writes basis points as a percentage. */
const BPS_DECIMALS = 2;

/**
 * Prepares the transactions that pay what is due of a request, or a part of it: approvals, the
 * payment, then one for each fee that is paid by itself. One look at the chain. Refuses as
 * `orderForPayer` does, and (400) a conversion without a rate that is fresh enough.
 */
export async function payRequest(
  ctx: Context,
  asked: { readonly requestId: string; readonly query: RequestPayQuery },
): Promise<RequestCalldata> {
  const { order, dueFees, wallet } = await orderForPayer(ctx, asked.requestId, asked.query);
  const protocolFee = protocolFeeOf(ctx, dueFees);
  return requestCalldata(await paymentCalldata({ ...order, protocolFee }, wallet));
}

/** What the installation takes of this payment, while that is still due. */
function protocolFeeOf(
  { settings }: Context,
  dueFees: readonly DueFee[],
): PaymentOrder['protocolFee'] {
  const due = dueFees.find(({ feeType }) => feeType === 'protocol_fee');
  if (due === undefined || settings.protocolFee === undefined) return undefined;
  const percentage = printAmount(BigInt(settings.protocolFee.bps), BPS_DECIMALS);
  return { percentage, address: due.receiverAddress };
}
