import type { Chain } from '#chains/chain.ts';
import { accountOf, type Context } from '#context.ts';
import { parseAmount } from '#kit/amount.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import { type LinkAccess, settleAccess } from '#modules/compliance/index.ts';
import {
  type DestinationToPay,
  type ResolvedDestination,
  readAddress,
  resolveDestination,
} from '#modules/destinations/index.ts';
import { findLinkScreening } from '#modules/orchestrators/index.ts';
import { draftRequest, type RequestFee, type RequestTerms } from '#modules/requests/index.ts';
import type { Actor } from '#platform/http/actor.ts';
import type { SecurePaymentItem, SecurePaymentWish } from './model/creation-body.ts';
import {
  checkBuilt,
  checkPairs,
  feeOnTop,
  networkNotConfigured,
  readOlderForm,
} from './model/creation-rules.ts';
import { insertSecurePayment, isReferenceTaken, type NewSecurePayment } from './store.ts';

/** What an integrator is told about a new link. */
interface SecurePaymentCreated {
  readonly requestIds: string[];
  readonly securePaymentUrl: string;
  readonly token: string;
  /** Null until fees are planned in dollars. */
  readonly feePlan: null;
}

/**
 * References are 64 random bits: two drawings that are both taken mean that the chance is broken,
 * and no number of further ones would help.
 */
const DRAWINGS_MAX = 3;

/**
 * Creates an incoming link with one request.
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
  const [item] = wish.requests;
  invariant(item !== undefined, 'the body has at least one item');
  const destination = await destinationOf(ctx, item);
  checkBuilt(destination.network, wish.requests.length);
  await checkScreening(ctx);
  const from = { policy: destination.accessPolicy, field: 'requests[0].destinationId' };
  const access = settleAccess(wish.accessPolicy, [from], destination.network);
  const chain = chainOf(ctx, destination);
  const { currency } = destination;
  const rule = {
    field: 'requests[0].amount',
    decimals: currency.decimals,
    symbol: currency.symbol,
  };
  const expectedUnits = parseAmount(item.amount, rule);
  const terms: RequestTerms = {
    accountId: accountOf(ctx),
    chain,
    currency,
    payeeAddress: destination.walletAddress,
    expectedUnits,
    fee: feeOf(ctx, wish, { destination, expectedUnits }),
  };
  const { payerIdentifier } = wish;
  const { allowedPayers } = access;
  const link = linkOf(ctx, wish, { destination, access });
  const requestId = await insertDrawn(ctx, { link, terms, payerIdentifier, allowedPayers });
  return {
    requestIds: [requestId],
    securePaymentUrl: `${ctx.settings.payUrl}/?token=${link.token}`,
    token: link.token,
    feePlan: null,
  };
}

/** Whom the first item is for; the others would have to be paid on the same network. */
async function destinationOf(ctx: Context, item: SecurePaymentItem): Promise<DestinationToPay> {
  const within = 'requests[0]';
  const older = readOlderForm(item, within);
  return await resolveDestination(ctx, { destinationId: item.destinationId, older, within });
}

function chainOf(ctx: Context, destination: ResolvedDestination): Chain {
  const chain = ctx.chains.get(destination.network.id);
  if (chain !== undefined) return chain;
  const configured = ctx.chains.all.map((connected) => connected.network);
  throw networkNotConfigured(destination.network, configured);
}

/** The fee of the client ID, which no call can change, else the one that the call names. */
function feeOf(
  { actor }: Context,
  wish: SecurePaymentWish,
  { destination, expectedUnits }: { destination: ResolvedDestination; expectedUnits: bigint },
): RequestFee | undefined {
  const ownFee = 'defaultFee' in actor ? actor.defaultFee : undefined;
  const percentage = ownFee?.percentage ?? wish.feePercentage;
  const addressText = ownFee?.address ?? wish.feeAddress;
  if (percentage === undefined || addressText === undefined) return undefined;
  const address = readAddress(destination.network.family, addressText);
  if ('problem' in address) {
    const owner = ownFee === undefined ? '' : 'the default fee of this client ID: ';
    const message = `${owner}feeAddress ${address.problem}`;
    throw new Refusal('invalid_request', 400, {
      message,
      errors: [{ field: 'feeAddress', message }],
    });
  }
  return { units: feeOnTop(expectedUnits, percentage), percentage, address: address.text };
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
  { destination, access }: { destination: ResolvedDestination; access: LinkAccess },
): NewSecurePayment['link'] {
  const createdAt = ctx.now();
  const { actor } = ctx;
  return {
    token: ctx.newId(),
    account_id: accountOf(ctx),
    client_id_id: 'clientIdId' in actor ? actor.clientIdId : null,
    orchestrator_id: actor.kind === 'orchestrator_pair' ? actor.orchestratorId : null,
    origin: 'clientIdId' in actor ? (actor.origin ?? null) : null,
    payment_type: 'single',
    flow: 'incoming',
    status: 'pending',
    destination_id: destination.text,
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

interface Insertion extends Pick<NewSecurePayment, 'link' | 'payerIdentifier' | 'allowedPayers'> {
  readonly terms: RequestTerms;
}

/** Writes the link with a request whose reference is nobody else's; answers the request's id. */
async function insertDrawn(ctx: Context, insertion: Insertion): Promise<string> {
  for (let drawing = 1; ; drawing++) {
    const request = draftRequest(ctx, insertion.terms);
    try {
      await insertSecurePayment(ctx, { ...insertion, requests: [request] });
      return request.request_id;
    } catch (error) {
      // Inside of a larger transaction the refused statement has ended it, and nothing can follow.
      const again = isReferenceTaken(error) && !ctx.db.isTransaction && drawing < DRAWINGS_MAX;
      if (!again) throw error;
    }
  }
}
