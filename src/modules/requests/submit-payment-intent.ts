import { currencyById } from '#catalog/currencies.ts';
import type { Chain, PaymentsToSign, SignedPaymentRefusal } from '#chains/chain.ts';
import { accountOf, type Context, isRestrictedCaller } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { isUlid } from '#kit/ulid.ts';
import { checkParties, partyPlans } from '#modules/compliance/index.ts';
import { relayInProgress, relayOnce } from '#modules/relayer/index.ts';
import { findProposalFor } from './find-proposal.ts';
import { isRelayed, subjectOf } from './find-relayed.ts';
import { checkPayableAlone, requestPaid } from './model/payable-alone.ts';
import type { ShownRequest } from './model/shown-request.ts';
import {
  checkSubmission,
  noSubmissionForPublic,
  paymentIntentNotFound,
  paymentIntentRefused,
  type SignedPayment,
} from './model/signed-payment.ts';
import type { SignedSubmission } from './model/signed-payment-shapes.ts';
import { openOwnRequest } from './read-scope.ts';
import { findDueFees } from './store/fee-components.ts';
import { findSignedPayment } from './store/signed-payments.ts';

interface Submitted {
  readonly paymentIntentId: string;
  readonly submission: SignedSubmission;
}

/**
 * Sends what a payer signed, once however often it is submitted.
 *
 * Refuses (404) what was not handed out by this account, (400) signatures of something else or that the chain refuses, (403, 409) a request that is not
 * payable any more, (403) a payer or payee that may not take part, (409) while another payment of the request was sent or is signed by owners of a Safe, and (429) beyond the account's budget. Throws `Outage`.
 */
export async function submitPaymentIntent(
  ctx: Context,
  { paymentIntentId, submission }: Submitted,
): Promise<Record<string, never>> {
  if (isRestrictedCaller(ctx)) throw noSubmissionForPublic();
  const accountId = accountOf(ctx);
  const signed = isUlid(paymentIntentId)
    ? await findSignedPayment(ctx, { accountId, id: paymentIntentId })
    : undefined;
  const chain = signed && ctx.chains.get(signed.network);
  if (signed === undefined || chain?.signedPayments === undefined) throw paymentIntentNotFound();
  checkSubmission(signed, submission);
  const toSign = toSignOf(signed);
  const { signature } = submission.signedPaymentIntent;
  const permit = submission.signedApprovalPermit;
  const approval = permit &&
    signed.approval && {
      ...signed.approval,
      expiresAt: signed.expiresAt,
      signature: permit.signature,
    };
  const refused = await relayOnce(ctx, {
    chain,
    accountId,
    purpose: `signed payment ${signed.id}`,
    subject: subjectOf(signed.requestId),
    call: chain.signedPayments.paymentCall(toSign, signature, approval),
    checkDue: () => checkDue(ctx, signed, chain),
  });
  if (refused === undefined) return {};
  const why = chain.signedPayments.readRefusal(refused);
  throw paymentIntentRefused(
    await wordsOf(chain, toSign, { why, hasApproval: approval !== undefined }),
  );
}

function toSignOf({ payerAddress, currencyId, ...signed }: SignedPayment): PaymentsToSign {
  const currency = currencyById(currencyId);
  invariant(currency !== undefined, 'payments are signed in listed currencies');
  return { ...signed, payerAddress, currency };
}

/**
 * Everything that is paid must still be due: what was paid in another way since is not paid again. What was only seen has not
 * ended either, also where it was sent from here: large amounts count later than a transaction of ours ends.
 */
async function checkDue(
  ctx: Context,
  signed: SignedPayment & { readonly requestId: string },
  chain: Chain,
): Promise<void> {
  if (signed.expiresAt <= ctx.now()) throw paymentIntentRefused(WORDS.expired);
  const request = await openOwnRequest(ctx, signed.requestId);
  const { payer, recipient } = partyPlans(request);
  const field = 'paymentIntentId';
  await checkParties(ctx, {
    accountId: accountOf(ctx),
    networks: [chain.network],
    parties: [
      { role: 'payer', walletAddress: signed.payerAddress, field, plan: payer },
      { role: 'recipient', walletAddress: request.payeeAddress, field, plan: recipient },
    ],
  });
  checkPayableAlone(request, ctx.now());
  if (request.seenTransactionHash !== null) throw relayInProgress();
  const { network, requestId } = signed;
  const ofRequest = { accountId: accountOf(ctx), network, requestRowId: request.id, requestId };
  const isHeld = await isRelayed(ctx, ofRequest);
  if (isHeld || (await findProposalFor(ctx, request, chain))) throw relayInProgress();
  const fees = await findDueFees(ctx, [request.id], { isPaidWhenSeen: true });
  const due = new Map([[request.paymentReference, missingOf(request)]]);
  for (const { paymentReference, units } of fees.get(request.id) ?? []) {
    due.set(paymentReference, units);
  }
  for (const { paymentReference, amountUnits } of signed.payments) {
    if (amountUnits > (due.get(paymentReference) ?? 0n)) throw requestPaid();
  }
}

function missingOf({ expectedUnits, paidUnits }: ShownRequest): bigint {
  return expectedUnits - paidUnits;
}

const WORDS = {
  not_signed_by_payer: 'signedPaymentIntent.signature is not of the wallet that pays',
  used_before: 'This was paid before, or its nonce was given up',
  expired: 'What was signed has expired: prepare it again',
  other: 'The network would refuse the payment: prepare it again, or pay by transactions',
} as const satisfies Record<SignedPaymentRefusal, string>;

/** What the chain does not say is looked up. */
async function wordsOf(
  { signedPayments }: Chain,
  { payerAddress, currency, payments }: PaymentsToSign,
  { why, hasApproval }: { readonly why: SignedPaymentRefusal; readonly hasApproval: boolean },
): Promise<string> {
  if (why !== 'other' || signedPayments === undefined) return WORDS[why];
  const { balanceUnits, allowanceUnits } = await signedPayments.readState(payerAddress, currency);
  const units = payments.reduce((sum, one) => sum + one.amountUnits + one.feeUnits, 0n);
  if (balanceUnits < units) return `The wallet has too little ${currency.symbol}`;
  if (allowanceUnits >= units) return WORDS.other;
  return hasApproval
    ? 'signedApprovalPermit is not a valid approval of the wallet: it was not signed by it, or it signed another since'
    : 'The wallet has not approved the payment yet: send signedApprovalPermit, or approvalCalldata first';
}
