import { accountOf, type Context } from '#context.ts';
import {
  type PaymentOrder,
  paymentCalldata,
  type RequestCalldata,
  requestCalldata,
} from '#modules/calldata/index.ts';
import { payByRoute, payFeesFrom } from '#modules/crosschain/index.ts';
import { findSentOf } from '#modules/forwarding/index.ts';
import { checkPayerAndPayee } from './check-payer-and-payee.ts';
import { protocolFeeOf } from './fees-of-order.ts';
import { checkNothingProposed } from './find-proposal.ts';
import { isRelayed } from './find-relayed.ts';
import { requestInProgress } from './model/request-in-progress.ts';
import type { RequestPayQuery } from './model/route-query.ts';
import type { ShownRequest } from './model/shown-request.ts';
import { openSourceFees } from './open-source-fees.ts';
import { orderForPayer } from './order-for-payer.ts';

/**
 * Prepares the transactions that pay what is due of a request, or a part of it: approvals, the
 * payment, then one for each fee that is paid by itself, with one read of the chain. From another network it is an approval and a route there. Refuses as
 * `orderForPayer`, `checkPayerAndPayee` and `payByRoute` do, and (423) while a transaction that makes one of these payments was forwarded for its link, or sent from here, and has
 * not ended, or that owners of a Safe sign, (400) a conversion without a rate that is fresh enough, and (409) a payee who cannot be paid by this wallet.
 */
export async function payRequest(
  ctx: Context,
  asked: { readonly requestId: string; readonly query: RequestPayQuery },
): Promise<RequestCalldata> {
  const { requestId, query } = asked;
  const { request, order, dueFees, wallet, source } = await orderForPayer(ctx, requestId, query);
  await checkPayerAndPayee(ctx, { request, order, wallet, source });
  await checkNothingProposed(ctx, { request, order });
  await checkNothingSent(ctx, order, request);
  const protocolFee = protocolFeeOf(dueFees);
  if (source !== undefined && wallet !== undefined) {
    const openFees = () => openSourceFees(ctx, { fees: dueFees, currency: order.currency, source });
    const by = { order: { ...order, protocolFee }, source, payer: wallet, openFees };
    return requestCalldata(
      order.isFees === true ? await payFeesFrom(ctx, by) : await payByRoute(ctx, by),
    );
  }
  return requestCalldata(await paymentCalldata({ ...order, protocolFee }, wallet));
}

/** Refuses (423) while a transaction that makes one of the payments was sent and has not ended. */
export async function checkNothingSent(
  ctx: Context,
  { chain, paymentReference, feeLegs = [], isFees: isPaid = false }: PaymentOrder,
  { id: requestRowId, requestId }: ShownRequest,
): Promise<void> {
  const accountId = accountOf(ctx);
  const relayed = { accountId, network: chain.network.id, requestRowId, requestId };
  if (await isRelayed(ctx, relayed)) throw requestInProgress({ isPaid }, []);
  const paymentReferences = [paymentReference, ...feeLegs.map((leg) => leg.paymentReference)];
  const link = { token: undefined, accountId };
  const sent = await findSentOf(ctx, { link, chain, paymentReferences });
  if (sent.length > 0) throw requestInProgress({ isPaid }, sent);
}
