import type { Chain } from '#chains/chain.ts';
import { accountOf, type Context } from '#context.ts';
import { parseAmount } from '#kit/amount.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import {
  type ResolvedDestination,
  readAddress,
  resolveDestination,
  resolvePayee,
} from '#modules/destinations/index.ts';
import { draftRequest, type RequestFee, type RequestTerms } from '#modules/requests/index.ts';
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
 * this installation is not connected to; then nothing was written.
 */
export async function createSecurePayment(
  ctx: Context,
  wish: SecurePaymentWish,
): Promise<SecurePaymentCreated> {
  checkPairs(wish);
  const [item] = wish.requests;
  invariant(item !== undefined, 'the body has at least one item');
  const destination = await destinationOf(ctx, item);
  checkBuilt(destination.network, wish.requests.length);
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
    fee: feeOf(wish, destination, expectedUnits),
  };
  const link = linkOf(ctx, wish, destination);
  const requestId = await insertDrawn(ctx, { link, terms, payerIdentifier: wish.payerIdentifier });
  return {
    requestIds: [requestId],
    securePaymentUrl: `${ctx.settings.payUrl}/?token=${link.token}`,
    token: link.token,
    feePlan: null,
  };
}

/** Whom the first item is for; the others would have to be paid on the same network. */
async function destinationOf(ctx: Context, item: SecurePaymentItem): Promise<ResolvedDestination> {
  const within = 'requests[0]';
  const older = readOlderForm(item, within);
  if (older !== undefined) return resolvePayee({ ...older, within });
  const { destinationId } = item;
  return await resolveDestination(ctx, { destinationId, field: `${within}.destinationId` });
}

function chainOf(ctx: Context, destination: ResolvedDestination): Chain {
  const chain = ctx.chains.get(destination.network.id);
  if (chain !== undefined) return chain;
  const configured = ctx.chains.all.map((connected) => connected.network);
  throw networkNotConfigured(destination.network, configured);
}

function feeOf(
  wish: SecurePaymentWish,
  destination: ResolvedDestination,
  expectedUnits: bigint,
): RequestFee | undefined {
  const units = feeOnTop(expectedUnits, wish.feePercentage);
  if (wish.feePercentage === undefined || wish.feeAddress === undefined) return undefined;
  const address = readAddress(destination.network.family, wish.feeAddress);
  if ('problem' in address) {
    const message = `feeAddress ${address.problem}`;
    throw new Refusal('invalid_request', 400, {
      message,
      errors: [{ field: 'feeAddress', message }],
    });
  }
  return { units, percentage: wish.feePercentage, address: address.text };
}

function linkOf(
  ctx: Context,
  wish: SecurePaymentWish,
  destination: ResolvedDestination,
): NewSecurePayment['link'] {
  const createdAt = ctx.now();
  const { actor } = ctx;
  return {
    token: ctx.newId(),
    account_id: accountOf(ctx),
    client_id_id: actor.kind === 'client_id' ? actor.clientIdId : null,
    origin: actor.kind === 'client_id' ? (actor.origin ?? null) : null,
    payment_type: 'single',
    flow: 'incoming',
    status: 'pending',
    destination_id: destination.text,
    reference: wish.reference ?? null,
    redirect_url: wish.redirectUrl ?? null,
    redirect_label: wish.redirectLabel ?? null,
    created_at: createdAt,
    expires_at: new Date(createdAt.getTime() + ctx.settings.linkLifetimeMs),
  };
}

interface Insertion extends Pick<NewSecurePayment, 'link' | 'payerIdentifier'> {
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
