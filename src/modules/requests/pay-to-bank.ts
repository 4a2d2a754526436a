import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { type FieldIssue, refuseFields } from '#kit/failure.ts';
import { paymentCalldata, requestCalldata } from '#modules/calldata/index.ts';
import { checkPayerAndPayee } from './check-payer-and-payee.ts';
import { feeLegsOf, protocolFeeOf } from './fees-of-order.ts';
import { checkNothingProposed } from './find-proposal.ts';
import { type BankCalldata, bankAccountNotAllowed, notPaidOut } from './model/bank-calldata.ts';
import type { RequestPayQuery } from './model/route-query.ts';
import { openOrderOf } from './open-bank-order.ts';
import { readPayerWallet } from './order-for-payer.ts';
import { orderOfRequest } from './order-of-request.ts';
import { checkNothingSent } from './pay-request.ts';
import { openOwnRequest } from './read-scope.ts';

/**
 * Prepares the transactions that pay a request whose money goes to a bank account: all of what is due, to the deposit address of its
 * order, which is made where there is none.
 *
 * Refuses (404) a request that is not the account's, (403) any other bank account than the one that the request was created for, (400) parts, fees and
 * other networks, and as `openOrderOf` and `payRequest` do.
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
  const { orderId, depositAddress, payUntil, dueFees } = await openOrderOf(ctx, request);
  const due = orderOfRequest(ctx, { ...request, payeeAddress: depositAddress }, { dueFees });
  const payable = { ...due, feeLegs: feeLegsOf(dueFees), protocolFee: protocolFeeOf(dueFees) };
  const wallet = readPayerWallet(payable.chain.network, query.wallet);
  await checkPayerAndPayee(ctx, { request, order: payable, wallet, source: undefined });
  await checkNothingProposed(ctx, { request, order: payable });
  await checkNothingSent(ctx, payable, request);
  const provider = ctx.offRamp?.name ?? '';
  const to = { offrampId: orderId, provider, clientUserId, paymentDetailsId, depositAddress };
  return {
    ...requestCalldata(await paymentCalldata(payable, wallet)),
    payout: { ...to, payUntil: isoTime(payUntil) },
  };
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
