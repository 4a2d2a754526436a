import { type Currency, currencyById } from '#catalog/currencies.ts';
import { isNetworkId, NETWORKS, type Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { isUlid } from '#kit/ulid.ts';
import type { AccessDecision } from '#modules/compliance/index.ts';
import { readRouteSource } from '#modules/crosschain/index.ts';
import {
  findOpenProposal,
  type LinkIntent,
  listLinkIntents,
  type OpenProposal,
} from '#modules/intents/index.ts';
import { areWalletsScreened } from '#modules/screening/index.ts';
import {
  findByToken,
  type LinkedRequest,
  type SecurePayment,
} from '#modules/secure-payments/index.ts';
import { checkIsSafe, type SafeState } from './check-safe-payer.ts';
import { decideAccess } from './decide-access.ts';
import { findPageIdentity } from './find-page-identity.ts';
import { findPaidFeesOf } from './find-paid-fees.ts';
import { findUnpaidFeesOf, type UnpaidFees } from './find-unpaid-fees.ts';
import { sightOf } from './model/guarded-link.ts';
import { checkPayable, isComplete, isOver } from './model/link-state.ts';
import type { PageIdentity } from './model/page-identity.ts';
import { checkPayer, checkQuery, type PayerQuery, payerWallets } from './model/payer-query.ts';
import { type FeesByRequest, findOutstandingOf } from './order-with-fees.ts';

/** The call of a payer's page: which link, and its query. */
export interface OpenInput {
  readonly token: string;
  readonly query: PayerQuery;
}

/** One request of an opened link, and what moves when it is paid. */
interface Asked {
  readonly request: LinkedRequest;
  readonly currency: Currency;
}

/** A link that can be paid now, opened by a holder of its token. */
export interface OpenLink extends PageIdentity {
  readonly link: SecurePayment;
  /** In their order; never empty, and all on one network. */
  readonly asked: readonly [Asked, ...Asked[]];
  readonly network: Network;
  /** The token of another network that it is to be paid from; undefined for its own. */
  readonly source: Currency | undefined;
  /** The payer's wallet as its chain shows it. */
  readonly wallet: string | undefined;
  /** Who has the tokens that it pays with: itself, unless the query names another. */
  readonly holder: string | undefined;
  /** Whether the wallet is a Safe, which was read. */
  readonly isSafe: boolean;
  /** How many owners of a Safe must sign; undefined of any other wallet. */
  readonly safe: SafeState | undefined;
  /** To whom returns what a Safe pays from another network and does not arrive. */
  readonly refundWallet: string | undefined;
  /** Whether the wallet may pay; undefined without one, and where nothing speaks against any. */
  readonly access: AccessDecision | undefined;
  /** Whether wallets are looked up before they pay, so that there must be one. */
  readonly isScreened: boolean;
  /** Of a completed link the fees that it was paid without, which is all that can be paid of it; else none. */
  readonly outstanding: FeesByRequest;
}

/** What a link is opened for. */
interface OpenOptions {
  /** For the fees that it was paid without, too. */
  readonly paysFees?: boolean;
  /** For a report of a transaction, which a proposal of a Safe does not stop. */
  readonly isReport?: boolean;
}

/** What a link that was not paid was paid without. */
const NO_FEES: UnpaidFees = { outstandingFees: [], skippedFees: [] };

/**
 * Opens a link for a payer, with two queries, and one more each where a partner created the link, where
 * the link is restricted, and where fees of it were paid.
 *
 * Returns undefined where no link has the token: then it may be a bundle's.
 *
 * With `paysFees` a completed link that was paid without all of its fees is opened for those.
 *
 * Refuses (400) a query that contradicts itself, then in this order:
 * a paid link (409), one that a Safe is about to pay (423), one that can no longer be paid (403), and last a way of paying that is not
 * built or that the network does not have, and a wallet or a source that does not fit the link (400).
 */
export async function openLink(
  ctx: Context,
  { token, query }: OpenInput,
  { paysFees = false, isReport = false }: OpenOptions = {},
): Promise<OpenLink | undefined> {
  checkQuery(query);
  const link = isUlid(token) ? await findByToken(ctx, token) : undefined;
  if (link === undefined) return undefined;
  const [identity, outstanding, proposal] = await Promise.all([
    findPageIdentity(ctx, link),
    findOutstandingOf(ctx, [link]),
    isReport ? undefined : findProposal(ctx, link),
  ]);
  if (!paysFees || outstanding.size === 0) {
    const paidFees = isComplete(link) ? await findPaidFeesOf(ctx, [link]) : [];
    const unpaid = isComplete(link) ? await findUnpaidFeesOf(ctx, link, outstanding) : NO_FEES;
    const intents = await findIntentsOfOver(ctx, link);
    checkPayable(link, { ...identity, paidFees, ...unpaid, intents, proposal, now: ctx.now() });
  }
  const [first, ...others] = link.requests.map(askedFor);
  invariant(first !== undefined, 'a link has requests');
  const network = NETWORKS[first.currency.network];
  const asked: OpenLink['asked'] = [first, ...others];
  const currencies = asked.map(({ currency }) => currency);
  checkPayer(query, [network]);
  const source = readRouteSource(query, network, currencies);
  const payer = payerWallets(query, network);
  const paidOn = source === undefined ? network : NETWORKS[source.network];
  const safe = await checkIsSafe(ctx, payer, paidOn);
  const networks = source === undefined ? [network] : [network, paidOn];
  const access = await decideAccess(ctx, link, { ...payer, networks });
  const isScreened = areWalletsScreened(ctx, networks);
  const opened = { link, ...identity, asked, network, source, ...payer };
  return { ...opened, safe, access, isScreened, outstanding };
}

/** The proposal of a Safe that a link waits for; no query where there can be none. */
async function findProposal(ctx: Context, link: SecurePayment): Promise<OpenProposal | undefined> {
  const [request] = link.requests;
  const chain = request && isNetworkId(request.network) && ctx.chains.get(request.network);
  if (!chain || chain.accounts === undefined || !link.hasIntents || isComplete(link))
    return undefined;
  return await findOpenProposal(ctx, link.token);
}

/** What was reported of a link that is over, where everybody may see it; no query for any other. */
async function findIntentsOfOver(
  ctx: Context,
  link: SecurePayment,
): Promise<readonly LinkIntent[]> {
  const [request] = link.requests;
  const isShown =
    !isComplete(link) && isOver(link, ctx.now()) && sightOf(link, undefined) === 'all';
  if (!isShown || !link.hasIntents || request === undefined || link.paymentType === 'batch')
    return [];
  return await listLinkIntents(ctx, { token: link.token, network: request.network });
}

function askedFor(request: LinkedRequest): Asked {
  const currency = currencyById(request.currencyId);
  invariant(currency !== undefined && isNetworkId(request.network), 'links name listed currencies');
  return { request, currency };
}
