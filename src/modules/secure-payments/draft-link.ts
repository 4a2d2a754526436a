import { accountOf, type Context } from '#context.ts';
import type { LinkAccess } from '#modules/compliance/index.ts';
import type { FeePlan } from '#modules/fees/index.ts';
import { writeScreeningPlan } from '#modules/screening/index.ts';
import { storedPlans } from './model/link-plan.ts';
import type { NewSecurePayment } from './store/new-links.ts';

/** What the integrator says about a link. */
export interface LinkTexts {
  readonly reference?: string | undefined;
  readonly redirectUrl?: string | undefined;
  readonly redirectLabel?: string | undefined;
}

/** What is different from link to link. */
interface LinkParts {
  readonly paymentType: 'single' | 'batch';
  readonly flow: 'incoming' | 'outgoing';
  readonly access: Pick<
    LinkAccess,
    'restrictsPayers' | 'hidesUntilApproved' | 'hidesPayee' | 'screening'
  >;
  /** The fees of each request, in their order. */
  readonly feePlans: readonly (FeePlan | null)[];
  /** The ERC-7828 text of the one destination that is paid; left out where there is no one. */
  readonly destinationId?: string | null | undefined;
  /** In the form in which its chain shows addresses; only of payouts. */
  readonly creatorWalletAddress?: string | null | undefined;
  readonly texts: LinkTexts;
}

/** A new pending link of the caller, with its token and its deadline. Writes nothing. */
export function draftLink(ctx: Context, parts: LinkParts): NewSecurePayment['link'] {
  const { actor } = ctx;
  const { access, feePlans, texts } = parts;
  const createdAt = ctx.now();
  return {
    token: ctx.newId(),
    account_id: accountOf(ctx),
    client_id_id: 'clientIdId' in actor ? actor.clientIdId : null,
    orchestrator_id: actor.kind === 'orchestrator_pair' ? actor.orchestratorId : null,
    origin: 'clientIdId' in actor ? (actor.origin ?? null) : null,
    payment_type: parts.paymentType,
    flow: parts.flow,
    status: 'pending',
    destination_id: parts.destinationId ?? null,
    creator_wallet_address: parts.creatorWalletAddress ?? null,
    reference: texts.reference ?? null,
    redirect_url: texts.redirectUrl ?? null,
    redirect_label: texts.redirectLabel ?? null,
    restricts_payers: access.restrictsPayers,
    hides_until_approved: access.hidesUntilApproved,
    hides_payee: access.hidesPayee,
    screening: writeScreeningPlan(access.screening),
    fee_plan: storedPlans(feePlans),
    created_at: createdAt,
    expires_at: new Date(createdAt.getTime() + ctx.settings.linkLifetimeMs),
  };
}

/** What an integrator receives about a new link. */
export interface LinkCreated {
  readonly requestIds: string[];
  readonly securePaymentUrl: string;
  readonly token: string;
  /** The fees as they are agreed with it; null where none apply. */
  readonly feePlan: FeePlan | null;
}

/** What is answered about a new link with these requests. */
export function linkCreated(
  { settings }: Pick<Context, 'settings'>,
  token: string,
  reported: Pick<LinkCreated, 'requestIds' | 'feePlan'>,
): LinkCreated {
  return { ...reported, securePaymentUrl: `${settings.payUrl}/?token=${token}`, token };
}
