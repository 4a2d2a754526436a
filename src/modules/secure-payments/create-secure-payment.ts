import type { Context } from '#context.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import { settleAccess } from '#modules/compliance/index.ts';
import { checkCreator, fitsOneTransaction } from '#modules/requests/index.ts';
import { draftLink, type LinkCreated, linkCreated } from './draft-link.ts';
import { insertDrawn } from './insert-drawn.ts';
import type { SecurePaymentWish } from './model/creation-body.ts';
import { checkPairs } from './model/creation-rules.ts';
import { planLinkFees } from './plan-link-fees.ts';
import { type LinkItem, readItems } from './read-items.ts';

/**
 * Creates an incoming link: a single payment for one item, a batch for several.
 *
 * Refuses (400) what breaks a rule of the specification, what is not built yet, and networks that
 * this installation is not connected to; (403) another destination than the one that is bound to
 * the client ID, and a client ID that only its partner may use. Then nothing was written.
 */
export async function createSecurePayment(
  ctx: Context,
  wish: SecurePaymentWish,
): Promise<LinkCreated> {
  checkPairs(wish);
  await checkCreator(ctx);
  const items = await readItems(ctx, wish);
  checkSize(items);
  const inherited = items.map((item) => item.inherited);
  const [first] = items;
  invariant(first !== undefined, 'the body has at least one item');
  const access = settleAccess(wish.accessPolicy, inherited, first.terms.chain.network);
  const { plan, components, terms } = await planLinkFees(
    ctx,
    items.map((item) => item.terms),
  );
  const link = draftLink(ctx, {
    paymentType: items.length === 1 ? 'single' : 'batch',
    flow: 'incoming',
    destinationId: items.length === 1 ? first.destinationId : null,
    access,
    feePlan: plan,
    wish,
  });
  const requestIds = await insertDrawn(ctx, {
    link,
    terms,
    components,
    destinationIds: items.map(({ destinationId }) => destinationId),
    payerIdentifier: wish.payerIdentifier,
    allowedPayers: access.allowedPayers,
  });
  return linkCreated(ctx, link.token, { requestIds, feePlan: plan });
}

/** Refuses a batch that no one transaction can pay; nothing less is all or nothing. */
function checkSize(items: readonly LinkItem[]): void {
  if (fitsOneTransaction(items.map(({ terms }) => terms))) return;
  const message = `requests: one transaction cannot pay ${items.length} payments of this kind; send fewer`;
  throw new Refusal('batch_too_large', 400, {
    message,
    errors: [{ field: 'requests', message }],
  });
}
