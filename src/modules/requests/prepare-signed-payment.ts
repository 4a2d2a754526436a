import { needsAllowanceReset } from '#catalog/currencies.ts';
import type { PaymentsToSign, SignedPaymentState, TokenPayment } from '#chains/chain.ts';
import { accountOf, type Context, isRestrictedCaller } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { hexOf } from '#kit/hex.ts';
import { type PaymentOrder, planPayment } from '#modules/calldata/index.ts';
import { type ThrottleRule, takeOfCaller } from '#platform/throttle.ts';
import { checkPayerAndPayee } from './check-payer-and-payee.ts';
import { protocolFeeOf } from './fees-of-order.ts';
import { checkNothingProposed } from './find-proposal.ts';
import type { RequestPayQuery } from './model/route-query.ts';
import {
  noSubmissionForPublic,
  paymentIntentNotAvailable,
  paymentIntentNotFound,
  tooManyPaymentIntents,
} from './model/signed-payment.ts';
import { type PaymentIntentForm, paymentIntentForm } from './model/signed-payment-shapes.ts';
import { type OrderForPayer, orderForPayer } from './order-for-payer.ts';
import { insertSignedPayment } from './store/signed-payments.ts';

/** Long enough to read and sign; what is signed can be sent for so long. */
const LIFETIME_MS = 30 * 60 * 1_000;
/** A payer needs one, and a few more where something changed. */
const PREPARED_OF_CALLER: ThrottleRule = {
  name: 'signed_payment',
  attempts: 60,
  windowSeconds: 3_600,
};
const NONCE_BYTES = 31;

/**
 * Prepares what a payer signs so that this service pays what is due of a request from its wallet. Two reads of the chain.
 *
 * Refuses as `orderForPayer`, `checkPayerAndPayee` and `planPayment` do, and (404) where no setting names the contract that makes such payments, (403) a public client
 * ID in production, (400) what is not one payment in a token of the own network, (423) while owners of a Safe sign a payment of its link, and (429) too many.
 */
export async function prepareSignedPayment(
  ctx: Context,
  { requestId, query }: { readonly requestId: string; readonly query: RequestPayQuery },
): Promise<PaymentIntentForm> {
  if (isRestrictedCaller(ctx)) throw noSubmissionForPublic();
  const asked = await orderForPayer(ctx, requestId, query);
  const { order, request, dueFees } = asked;
  await checkNothingProposed(ctx, asked);
  const { signedPayments } = order.chain;
  if (signedPayments === undefined) throw paymentIntentNotFound();
  const payerAddress = payerOf(asked);
  await checkPayerAndPayee(ctx, asked);
  const waitSeconds = await takeOfCaller(ctx, PREPARED_OF_CALLER, requestId);
  if (waitSeconds > 0) throw tooManyPaymentIntents(waitSeconds);
  const protocolFee = protocolFeeOf(dueFees);
  const [{ steps }, state] = await Promise.all([
    planPayment({ ...order, protocolFee }, payerAddress),
    signedPayments.readState(payerAddress, order.currency),
  ]);
  if (!state.isDeployed) throw paymentIntentNotFound();
  const payments = steps.flatMap((step) =>
    step.type === 'payment' && step.payment.kind === 'token' ? [step.payment] : [],
  );
  const endsAt = request.link?.expiresAt.getTime() ?? Number.POSITIVE_INFINITY;
  const expiresMs = Math.min(ctx.now().getTime() + LIFETIME_MS, endsAt);
  const toSign: PaymentsToSign = {
    payerAddress,
    currency: order.currency,
    payments,
    nonce: BigInt(hexOf(ctx.random(NONCE_BYTES))),
    expiresAt: new Date(expiresMs - (expiresMs % 1_000)),
  };
  const approval = approvalOf(order, payments, state);
  const id = ctx.newId();
  await insertSignedPayment(ctx, {
    id,
    accountId: accountOf(ctx),
    requestRowId: request.id,
    network: order.chain.network.id,
    currencyId: order.currency.id,
    payerAddress,
    nonce: toSign.nonce,
    expiresAt: toSign.expiresAt,
    payments,
    approval: approval.toSign,
  });
  const { expiresAt } = toSign;
  return paymentIntentForm({
    id,
    payment: signedPayments.paymentContent(toSign),
    permit:
      approval.toSign && signedPayments.approvalContent(toSign, { ...approval.toSign, expiresAt }),
    approval:
      approval.callUnits === undefined
        ? undefined
        : signedPayments.approvalCall(order.currency, approval.callUnits),
    takesPermits: state.approvalNonce !== undefined,
  });
}

/** Refuses (400) what is not one payment in a token, from its own network and by a known wallet. */
function payerOf({ order, source, wallet }: OrderForPayer): string {
  if (source !== undefined) {
    throw paymentIntentNotAvailable(
      'A payment that is signed is made on the network of the request, in its token: leave out chain and token',
    );
  }
  if (order.kind !== 'token' || order.isFees) {
    throw paymentIntentNotAvailable(
      'Only payments in a token that nothing is converted for are signed: leave out form',
    );
  }
  if (wallet !== undefined) return wallet;
  throw refuseField('wallet', 'wallet is required: a payment is signed by one', 'wallet_required');
}

/** How the token is approved: by a signature where it takes one, else by a transaction; exactly what is due. */
function approvalOf(
  { currency }: PaymentOrder,
  payments: readonly TokenPayment[],
  { allowanceUnits, approvalNonce }: SignedPaymentState,
) {
  const units = payments.reduce((sum, one) => sum + one.amountUnits + one.feeUnits, 0n);
  if (allowanceUnits >= units) return {};
  if (approvalNonce !== undefined) return { toSign: { units, nonce: approvalNonce } };
  if (allowanceUnits === 0n || !needsAllowanceReset(currency)) return { callUnits: units };
  throw paymentIntentNotAvailable(
    `${currency.symbol} takes no other allowance than zero while a smaller one is left: pay by transactions, or clear it`,
  );
}
