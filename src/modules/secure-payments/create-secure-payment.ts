import { accountOf, type Context } from '#context.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import { type LinkAccess, settleAccess } from '#modules/compliance/index.ts';
import type { FeePlan } from '#modules/fees/index.ts';
import { findLinkScreening } from '#modules/orchestrators/index.ts';
import { fitsOneTransaction } from '#modules/requests/index.ts';
import type { Actor } from '#platform/http/actor.ts';
import { insertDrawn } from './insert-drawn.ts';
import type { SecurePaymentWish } from './model/creation-body.ts';
import { checkPairs } from './model/creation-rules.ts';
import { planLinkFees } from './plan-link-fees.ts';
import { type LinkItem, readItems } from './read-items.ts';
import type { NewSecurePayment } from './store.ts';

/** What an integrator is told about a new link. */
interface SecurePaymentCreated {
  readonly requestIds: string[];
  readonly securePaymentUrl: string;
  readonly token: string;
  /** The fees as they are agreed with it; null where none apply. */
  readonly feePlan: FeePlan | null;
}

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
): Promise<SecurePaymentCreated> {
  checkPairs(wish);
  checkLink(ctx.actor);
  const items = await readItems(ctx, wish);
  await checkScreening(ctx);
  checkSize(items);
  const inherited = items.map((item) => item.inherited);
  const [first] = items;
  invariant(first !== undefined, 'the body has at least one item');
  const access = settleAccess(wish.accessPolicy, inherited, first.terms.chain.network);
  const link = linkOf(ctx, wish, { items, access });
  const { plan, components, terms } = await planLinkFees(
    ctx,
    items.map((item) => item.terms),
    { flow: 'incoming', field: 'requests[0].amount' },
  );
  const requestIds = await insertDrawn(ctx, {
    link: { ...link, fee_plan: plan && JSON.stringify(plan) },
    terms,
    components,
    destinationIds: items.map(({ destinationId }) => destinationId),
    payerIdentifier: wish.payerIdentifier,
    allowedPayers: access.allowedPayers,
  });
  return {
    requestIds,
    securePaymentUrl: `${ctx.settings.payUrl}/?token=${link.token}`,
    token: link.token,
    feePlan: plan,
  };
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

/** Refuses a linked client ID that comes alone: only its partner makes links with it. */
function checkLink(actor: Actor): void {
  if (actor.kind === 'client_id' && actor.linkedTo !== undefined) throw clientIdLinked();
}

/** Refuses what a partner's plan asks to screen: to let it through unscreened would ignore the plan. */
async function checkScreening(ctx: Context): Promise<void> {
  if (ctx.actor.kind !== 'orchestrator_pair') return;
  const screening = await findLinkScreening(ctx, ctx.actor.clientIdId);
  if (screening === 'required') throw screeningNotSupported();
}

/** 400: a pair whose plan screens payers. */
export function screeningNotSupported(): Refusal {
  const message =
    'The link of this client ID to its orchestrator asks for screening, which is not supported yet';
  return new Refusal('screening_not_supported', 400, message);
}

/** 403: a client ID that was linked to a partner, without that partner's key. */
export function clientIdLinked(): Refusal {
  const message =
    'This client ID is linked to an orchestrator, which alone creates payments with it';
  return new Refusal('client_id_linked', 403, message);
}

function linkOf(
  ctx: Context,
  wish: SecurePaymentWish,
  { items, access }: { items: readonly LinkItem[]; access: LinkAccess },
): NewSecurePayment['link'] {
  const createdAt = ctx.now();
  const { actor } = ctx;
  return {
    token: ctx.newId(),
    account_id: accountOf(ctx),
    client_id_id: 'clientIdId' in actor ? actor.clientIdId : null,
    orchestrator_id: actor.kind === 'orchestrator_pair' ? actor.orchestratorId : null,
    origin: 'clientIdId' in actor ? (actor.origin ?? null) : null,
    payment_type: items.length === 1 ? 'single' : 'batch',
    flow: 'incoming',
    status: 'pending',
    destination_id: items.length === 1 ? (items[0]?.destinationId ?? null) : null,
    reference: wish.reference ?? null,
    redirect_url: wish.redirectUrl ?? null,
    redirect_label: wish.redirectLabel ?? null,
    restricts_payers: access.restrictsPayers,
    hides_until_approved: access.hidesUntilApproved,
    hides_payee: access.hidesPayee,
    created_at: createdAt,
    expires_at: new Date(createdAt.getTime() + ctx.settings.linkLifetimeMs),
  };
}
