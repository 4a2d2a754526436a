import { currencyById } from '#catalog/currencies.ts';
import { isNetworkId } from '#catalog/networks.ts';
import { invoiceDecimals } from '#catalog/request-units.ts';
import type { Context } from '#context.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import { type FeePlan, planFees } from '#modules/fees/index.ts';
import { lockRequests, openBankOrder } from '#modules/requests/index.ts';
import { transact } from '#platform/db/transact.ts';
import { draftLink, type LinkCreated, linkCreated } from './draft-link.ts';
import { attachRequest } from './store/attached.ts';
import { findLinkOfRequest } from './store/links.ts';
import { insertSecurePayment, type NewSecurePayment } from './store/new-links.ts';

type OpenBankOrder = Awaited<ReturnType<typeof openBankOrder>>;

/**
 * The link by which a payout to a bank account is signed on the pay page, made where there is none: one for a request, whoever calls and
 * however often, so that a browser that has sent a payment finds it again. It ends with the order of the provider, and hides whose
 * bank account it is for.
 *
 * Refuses as `openBankOrder` does, and (409) a request that was paid meanwhile or whose fees are no longer those that apply, and (403)
 * one whose link has ended.
 */
export async function createBankPayoutLink(
  ctx: Context,
  { requestId }: { readonly requestId: string },
): Promise<LinkCreated> {
  const open = await openBankOrder(ctx, requestId);
  const { request } = open;
  const feePlan = await planAgain(ctx, open);
  return await transact(ctx, async (ctx) => {
    // Locked, so that of two calls one makes the link and the other finds it.
    const locked = (await lockRequests(ctx, [request.id])).get(request.id);
    if (locked?.status === 'paid') throw paidMeanwhile();
    const known = await findLinkOfRequest(ctx, request.id);
    if (known !== undefined && known.expiresAt <= ctx.now()) throw linkOver();
    const token = known?.token ?? (await insertLink(ctx, open, feePlan));
    return linkCreated(ctx, token, { requestIds: [request.requestId], feePlan });
  });
}

async function insertLink(
  ctx: Context,
  { request, payUntil }: OpenBankOrder,
  feePlan: FeePlan | null,
): Promise<string> {
  invariant(request.plan === null, 'nobody but a client ID has the payers of a request judged');
  const access = { restrictsPayers: false, hidesUntilApproved: false, hidesPayee: false };
  const link: NewSecurePayment['link'] = {
    ...draftLink(ctx, {
      paymentType: 'single',
      // As its request and the events of it say; nothing is put together with incoming links.
      flow: 'incoming',
      access: { ...access, screening: null },
      feePlans: [feePlan],
      texts: { reference: request.reference ?? undefined },
    }),
    expires_at: payUntil,
  };
  await insertSecurePayment(ctx, { link, requests: [] });
  await attachRequest(ctx, { token: link.token, requestRowId: request.id });
  return link.token;
}

/** The plan of the fees that the request was created with, which only links keep; refuses (409) where others apply by now. */
async function planAgain(
  ctx: Context,
  { request, dueFees }: OpenBankOrder,
): Promise<FeePlan | null> {
  const { kind, currencyId, network, expectedUnits } = request;
  const currency = currencyById(currencyId);
  invariant(isNetworkId(network) && currency !== undefined, 'requests name listed currencies');
  const grossUnits = dueFees.reduce(
    (sum, { bearer, units }) => (bearer === 'payee' ? sum + units : sum),
    expectedUnits,
  );
  const payment = { currency, decimals: invoiceDecimals(kind, currency), grossUnits, network };
  const [planned] = await planFees(ctx, { flow: 'get_paid', payments: [payment] });
  invariant(planned !== undefined, 'one payment was planned');
  const { components, plan } = planned;
  const isSame =
    components.length === dueFees.length &&
    components.every(({ feeType, bearer, units, receiverAddress }, i) => {
      const due = dueFees[i];
      return (
        due?.feeType === feeType &&
        due.bearer === bearer &&
        due.units === units &&
        due.receiverAddress === receiverAddress
      );
    });
  if (!isSame) throw feesChanged();
  return plan;
}

/** 409: other fees apply than when the payout was created, or some were paid. */
export function feesChanged(): Refusal {
  const message =
    'The fees of this payout were paid in part, or others apply by now: prepare its transactions, or create another payout';
  return new Refusal('payout_fees_changed', 409, message);
}

/** 403: a link of the payout has ended, and another would be shown as one that was never paid. */
export function linkOver(): Refusal {
  const message = 'The pay page of this payout has expired: create another payout';
  return new Refusal('secure_payment_not_payable', 403, message);
}

function paidMeanwhile(): Refusal {
  return new Refusal('request_paid', 409, 'Request has already been paid');
}
