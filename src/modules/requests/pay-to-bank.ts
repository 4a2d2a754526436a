import { currencyById } from '#catalog/currencies.ts';
import { isNetworkId } from '#catalog/networks.ts';
import { accountOf, type Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { type FieldIssue, invariant, Outage, refuseFields } from '#kit/failure.ts';
import { paymentCalldata, requestCalldata } from '#modules/calldata/index.ts';
import { openOrder } from '#modules/off-ramps/index.ts';
import { findPayer } from '#modules/payers/index.ts';
import { findPaymentDetail } from '#modules/payment-details/index.ts';
import { checkPayerAndPayee } from './check-payer-and-payee.ts';
import { feeLegsOf, protocolFeeOf } from './fees-of-order.ts';
import { checkNothingProposed } from './find-proposal.ts';
import {
  type BankCalldata,
  bankAccountNotAllowed,
  notApproved,
  notPaidOut,
  payerNotCompliant,
} from './model/bank-calldata.ts';
import { payoutOver, requestPaid } from './model/payable-alone.ts';
import type { RequestPayQuery } from './model/route-query.ts';
import type { ShownRequest } from './model/shown-request.ts';
import { readPayerWallet } from './order-for-payer.ts';
import { orderOfRequest } from './order-of-request.ts';
import { checkNothingSent } from './pay-request.ts';
import { openOwnRequest } from './read-scope.ts';
import { findDueFees } from './store/fee-components.ts';
import { setPayee } from './store/payees.ts';

const CLOSES_BEFORE_END_MS = 10 * 60_000;

/**
 * Prepares the transactions that pay a request whose money goes to a bank account: all of what is due, to the deposit address of its
 * order, which is made where there is none.
 *
 * Refuses (404) a request that is not the account's, (403) any other bank account than the one that the request was created for, a payer who is
 * not compliant and a bank account that is not approved, (400) parts, fees and other networks, and as `openOrder` and `payRequest` do.
 */
export async function payToBank(
  ctx: Context,
  { requestId, query }: { readonly requestId: string; readonly query: RequestPayQuery },
): Promise<BankCalldata> {
  const request = await openOwnRequest(ctx, requestId);
  const { payout } = request;
  if (payout === undefined) throw notPaidOut();
  const { clientUserId, paymentDetailsId } = payout;
  if (query.clientUserId !== clientUserId || query.paymentDetailsId !== paymentDetailsId) {
    throw bankAccountNotAllowed();
  }
  refuseParts(query);
  if (request.status === 'paid') throw requestPaid();
  if (payout.outcome === 'returned') throw payoutOver();
  const order = await openOrderOf(ctx, request, payout);
  const { depositAddress } = order;
  invariant(depositAddress !== null, 'an open order has a deposit address');
  const dueFees = (await findDueFees(ctx, [request.id])).get(request.id) ?? [];
  const due = orderOfRequest(ctx, { ...request, payeeAddress: depositAddress }, { dueFees });
  const payable = { ...due, feeLegs: feeLegsOf(dueFees), protocolFee: protocolFeeOf(dueFees) };
  const wallet = readPayerWallet(payable.chain.network, query.wallet);
  await checkPayerAndPayee(ctx, { request, order: payable, wallet, source: undefined });
  await checkNothingProposed(ctx, { request, order: payable });
  await checkNothingSent(ctx, payable, request);
  const payUntil = isoTime(new Date(order.endsAt.getTime() - CLOSES_BEFORE_END_MS));
  const provider = ctx.offRamp?.name ?? '';
  const to = { offrampId: order.id, provider, clientUserId, paymentDetailsId, depositAddress };
  return {
    ...requestCalldata(await paymentCalldata(payable, wallet)),
    payout: { ...to, payUntil },
  };
}

async function openOrderOf(
  ctx: Context,
  request: ShownRequest,
  { clientUserId, paymentDetailsId }: NonNullable<ShownRequest['payout']>,
) {
  const accountId = accountOf(ctx);
  const payer = await findPayer(ctx, { accountId, clientUserId });
  if (payer?.isCompliant !== true) throw payerNotCompliant();
  const detail = await findPaymentDetail(ctx, { accountId, clientUserId, id: paymentDetailsId });
  if (detail?.status !== 'approved' || detail.providerAccountId === null) throw notApproved();
  const { network, currencyId, expectedUnits: amountUnits } = request;
  const currency = currencyById(currencyId);
  invariant(isNetworkId(network) && currency !== undefined, 'requests name listed currencies');
  if (ctx.offRamp === undefined) throw new Outage('no off-ramp provider is configured');
  const { currency: payoutCurrency, providerAccountId } = detail;
  const terms = { accountId, requestRowId: request.id, network, currencyId, amountUnits };
  return await openOrder(ctx, { ...terms, payoutCurrency, providerAccountId }, (ctx, address) =>
    setPayee(ctx, { requestRowId: request.id, payeeAddress: address }),
  );
}

/** Fields that a payout to a bank account does not have: it is paid as a whole, in its own token. */
const PARTS = ['chain', 'token', 'amount', 'form', 'feePercentage', 'feeAddress'] as const;

function refuseParts(query: RequestPayQuery): void {
  const message = 'cannot be sent for a payout to a bank account, which is paid as a whole';
  const errors = PARTS.flatMap((field): FieldIssue[] =>
    query[field] === undefined ? [] : [{ field, message: `${field} ${message}` }],
  );
  if (errors.length > 0) throw refuseFields(errors);
}
