import type { Context } from '#context.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import { settleAccess } from '#modules/compliance/index.ts';
import { type AgreedFees, checkCreator, fitsOneTransaction } from '#modules/requests/index.ts';
import { draftLink, type LinkCreated, linkCreated } from './draft-link.ts';
import { insertDrawn } from './insert-drawn.ts';
import type { SecurePaymentWish } from './model/creation-body.ts';
import { checkPairs } from './model/creation-rules.ts';
import { planOfLink } from './model/link-plan.ts';
import { planLinkFees } from './plan-link-fees.ts';
import { readItems } from './read-items.ts';

/**
 * Creates an incoming link: a single payment for one item, a batch for several.
 *
 * Refuses (400) what breaks a rule of the specification, what is not built yet, and networks that
 * this installation is not connected to; (403) another destination than the one that is bound to
 * the client ID or that a public one may pay, a fee, access policy or foreign page by a public one in
 * production, and a client ID that only its partner may use. Then nothing was written.
 */
export async function createSecurePayment(
  ctx: Context,
  wish: SecurePaymentWish,
): Promise<LinkCreated> {
  await checkCreator(ctx, wish);
  checkPairs(wish);
  const items = await readItems(ctx, wish);
  const inherited = items.map((item) => item.inherited);
  const [first] = items;
  invariant(first !== undefined, 'the body has at least one item');
  const access = settleAccess(wish.accessPolicy, inherited, first.terms.chain.network);
  const terms = items.map((item) => item.terms);
  const priced = await planLinkFees(ctx, terms);
  checkSize(priced);
  const link = draftLink(ctx, {
    paymentType: items.length === 1 ? 'single' : 'batch',
    flow: 'incoming',
    destinationId: items.length === 1 ? first.destinationId : null,
    access,
    feePlans: priced.map(({ plan }) => plan),
    wish,
  });
  const requestIds = await insertDrawn(ctx, {
    link,
    priced,
    destinationIds: items.map(({ destinationId }) => destinationId),
    payerIdentifier: wish.payerIdentifier,
    allowedPayers: access.allowedPayers,
  });
  const feePlan = planOfLink(
    priced.map(({ terms: { currency, ...one }, plan }) => ({
      ...one,
      currencyId: currency.id,
      feePlan: plan,
    })),
  );
  return linkCreated(ctx, link.token, { requestIds, feePlan });
}

/** Refuses a batch that no one transaction can pay with its fees; nothing less is all or nothing. */
function checkSize(priced: readonly AgreedFees[]): void {
  if (fitsOneTransaction(priced)) return;
  const message = `requests: one transaction cannot pay ${priced.length} payments of this kind; send fewer`;
  throw new Refusal('batch_too_large', 400, {
    message,
    errors: [{ field: 'requests', message }],
  });
}
