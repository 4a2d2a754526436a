import { hasBridge } from '#catalog/bridge.ts';
import type { Currency } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { TransactionStep } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { batchCalldata, listPaymentOptions, type PaymentOptions } from '#modules/calldata/index.ts';
import {
  type ForwardedTransaction,
  type SentTransactionShown,
  sentTransactionsShown,
} from '#modules/forwarding/index.ts';
import {
  findOpenProposals,
  type LinkIntent,
  listIntentsOfLinks,
  type OpenProposal,
} from '#modules/intents/index.ts';
import { findMerchant, type ShownMerchant } from '#modules/merchant-profiles/index.ts';
import {
  executableChildren,
  findMulticallPayout,
  isPaid,
  type MulticallCalldata,
  type MulticallChild,
  type MulticallDetails,
  type MulticallPayout,
  ordersOf,
  prepareMulticall,
  prepareMulticallByRoutes,
  showMulticallPayout,
  statusOf,
} from '#modules/multicall-payouts/index.ts';
import { checkBundlePayer } from './check-bundle-payer.ts';
import { checkIsSafe, type SafeState } from './check-safe-payer.ts';
import { findPageIdentity } from './find-page-identity.ts';
import { findPaidFeesOf } from './find-paid-fees.ts';
import { findRoutePayer } from './find-route-payer.ts';
import { findSentOfBundle, heldReferences } from './find-sent-of-bundle.ts';
import { findTokenHolder } from './find-token-holder.ts';
import { findUnpaidFeesOfChildren } from './find-unpaid-fees.ts';
import {
  bundleInProgress,
  bundleNotPayable,
  bundleProgress,
  checkBundleOpen,
  checkSameChain,
  networksOf,
  readBundleSource,
} from './model/bundle-state.ts';
import { walletRequired, walletRequiredForRoute } from './model/guarded-link.ts';
import { linkNotFound, type RequestStatusShown } from './model/link-state.ts';
import { checkPayer, payerWallets } from './model/payer-query.ts';
import { type PermitOption, permitOfHolder } from './model/permit-query.ts';
import { nameChildren } from './name-children.ts';
import type { OpenInput } from './open-link.ts';
import { safeDeadline } from './safe-deadline.ts';

/** What a payer's page shows of a bundle. */
export interface BundleView extends MulticallDetails {
  /** Undefined where the merchant gave no name. */
  readonly merchant?: ShownMerchant;
  /** The kind that it was made for; only where that was said. */
  readonly executionKind?: NonNullable<MulticallPayout['requestedExecutionKind']>;
  /** Only when a wallet was given, and all that can be paid is on one network. */
  readonly paymentOptions?: PaymentOptions;
  /** Only once a payment of it was seen. */
  readonly requestStatuses?: RequestStatusShown[];
  /** Only where payments of its children from other networks were reported. */
  readonly paymentIntents?: ChildIntent[];
  /** Only while a transaction that was forwarded may still be executed. */
  readonly sentTransactions?: SentTransactionShown[];
}

/** A payment of a child that was reported. */
interface ChildIntent extends LinkIntent {
  readonly childPosition: number;
}

/** A bundle that has not ended, opened by a holder of its token. */
interface OpenBundle {
  readonly payout: MulticallPayout;
  /** Those that can be paid now. */
  readonly children: readonly MulticallChild[];
  /** Of each child's link that waits for owners of a Safe what they sign, by its token. */
  readonly proposals: ReadonlyMap<string, OpenProposal>;
  /** What was forwarded for it or for children of it and has not ended; its children are left out above. */
  readonly sent: readonly ForwardedTransaction[];
  /** The references of the children that it pays, or of which it pays a fee, and of those that a Safe is about to pay. */
  readonly sentReferences: ReadonlySet<string>;
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
  /** The token of another network that it is to be paid from; undefined for its own. */
  readonly source: Currency | undefined;
}

/**
 * Shows a bundle to its payer, with one read of the chain where a wallet was given. Refuses (404) an
 * unknown token, (409, 403) a bundle that has ended, and (400) a source that does not fit.
 */
export async function viewBundle(ctx: Context, input: OpenInput): Promise<BundleView> {
  const open = await openBundle(ctx, input, { isView: true });
  const { payout, children, wallet, holder, sent, sentReferences } = open;
  const showsHidden = wallet !== undefined;
  const intents = await listChildIntents(ctx, payout, { showsHidden });
  const { requestedExecutionKind: executionKind } = payout;
  const merchant = await findMerchant(ctx, payout);
  const shown = await showMulticallPayout(ctx, payout, { showsHidden, sentReferences });
  const details = {
    ...{ ...shown, children: nameChildren(ctx, payout, shown.children) },
    ...(merchant && { merchant }),
    ...(executionKind && { executionKind }),
    ...bundleProgress(payout),
    ...(intents.length > 0 && { paymentIntents: intents }),
    ...(mayShowSent(payout, wallet) &&
      sent.length > 0 && { sentTransactions: sentTransactionsShown(sent) }),
  };
  if (holder === undefined || networksOf(children).length !== 1) return details;
  const orders = (await ordersOf(ctx, children)).map(({ order }) => order);
  return { ...details, paymentOptions: await listPaymentOptions(orders, holder, open) };
}

/**
 * Prepares the transactions that pay what can be paid of a bundle, on its network or from the source that the call names.
 * Refuses as `viewBundle` does, and also (403) where nothing can be paid now, (423) while what is left was sent and may still
 * be executed, or is signed by owners of a Safe, (400) what takes another chain to pay from, (400) to show payees that their links hide without a wallet, and from
 * a source as `prepareMulticallByRoutes` does, (400) without a wallet and (429) too often; of a signed permit and of a wallet that a screening
 * refuses as `paySecurePayment`.
 */
export async function payBundle(
  ctx: Context,
  input: OpenInput,
  { isFresh = false, permit: asked }: PrepareOptions = {},
): Promise<MulticallCalldata> {
  const open = await openToPay(ctx, input);
  const { payout, children, wallet, isSafe, source } = open;
  if (source === undefined) {
    const [network] = networksOf(children);
    const chain = network && ctx.chains.get(network.id);
    const tokenHolder = chain && (await findTokenHolder(chain, open));
    const permit = permitOfHolder(asked, tokenHolder);
    const due = { children, wallet, payer: { isSafe, tokenHolder, permit } };
    return withSafeDeadline(ctx, open, await prepareMulticall(ctx, payout, due));
  }
  if (wallet === undefined) throw walletRequiredForRoute();
  const destinations = networksOf(children).map(({ id }) => id);
  const payer = await findRoutePayer(ctx, { ...open, permit: asked, wallet, source, destinations });
  const by = { children, ...payer, source, isFresh };
  return withSafeDeadline(ctx, open, await prepareMulticallByRoutes(ctx, payout, by));
}

/** Of a Safe also until when its owners may execute it, and how many of them must sign. */
function withSafeDeadline(
  ctx: Pick<Context, 'now'>,
  { payout, isSafe, safe }: Pick<OpenBundle, 'payout' | 'isSafe' | 'safe'>,
  prepared: MulticallCalldata,
): MulticallCalldata {
  if (!isSafe) return prepared;
  const { metadata } = prepared;
  const safePaymentDeadline = safeDeadline(ctx, payout, metadata.executionDeadline);
  const ofSafe = { safePaymentDeadline, ...(safe && { safeThreshold: safe.threshold }) };
  return { ...prepared, metadata: { ...metadata, ...ofSafe } };
}

/** Whom a token belongs to, and every transaction that pays what is due of it now from a wallet. */
export interface DuePlan {
  readonly accountId: string;
  readonly steps: readonly TransactionStep[];
}

/**
 * The same transactions as `payBundle` prepares, before they are written; refuses as it does. What one transaction
 * pays that was sent already is among them, so that it can be sent again.
 */
export async function planBundle(
  ctx: Context,
  input: OpenInput,
  resentHash: Hex,
): Promise<DuePlan> {
  const { payout, children, wallet } = await openToPay(ctx, input, resentHash);
  const orders = (await ordersOf(ctx, children)).map(({ order }) => order);
  const { steps } = await batchCalldata(orders, wallet);
  return { accountId: payout.accountId, steps };
}

interface PrepareOptions {
  readonly isFresh?: boolean;
  /** That an account with the tokens of a key may submit; undefined where none is offered. */
  readonly permit?: PermitOption;
}

const NOTHING_SENT: Pick<OpenBundle, 'sent' | 'proposals'> = { sent: [], proposals: new Map() };

async function openToPay(ctx: Context, input: OpenInput, resentHash?: Hex): Promise<OpenBundle> {
  const open = await openBundle(ctx, input, { resentHash });
  const { payout, children, wallet, source, sentReferences } = open;
  if (children.length === 0) {
    const identity = await findPageIdentity(ctx, payout);
    const isSent = sentReferences.size > 0;
    const shown = mayShowSent(payout, wallet) ? open : NOTHING_SENT;
    throw isSent
      ? bundleInProgress(payout, { ...identity, sent: shown.sent, proposals: shown.proposals })
      : bundleNotPayable(payout, identity);
  }
  if (source === undefined) checkSameChain(payout, children);
  if (wallet === undefined && children.some(isHidden)) throw walletRequired();
  await checkBundlePayer(ctx, open);
  return open;
}

/** What was reported of the children, those that hide their payee left out without a wallet; in the order of the children. */
async function listChildIntents(
  ctx: Context,
  { children }: MulticallPayout,
  { showsHidden }: { readonly showsHidden: boolean },
): Promise<ChildIntent[]> {
  const shown = children.filter(
    (child) =>
      child.link.hasIntents && hasBridge(child.network) && (showsHidden || !isHidden(child)),
  );
  if (shown.length === 0) return [];
  const links = shown.map(({ link: { token }, network }) => ({ token, network }));
  const intents = await listIntentsOfLinks(ctx, links);
  return shown.flatMap(({ position: childPosition }, i) =>
    (intents[i] ?? []).map((intent) => ({ ...intent, childPosition })),
  );
}

/** The network shows to everybody whom a transaction pays. */
function mayShowSent({ children }: MulticallPayout, wallet: string | undefined): boolean {
  return wallet !== undefined || !children.some(isHidden);
}

function isHidden({ link: { access } }: MulticallChild): boolean {
  return access.hidesPayee || access.hidesUntilApproved;
}

async function openBundle(
  ctx: Context,
  { token, query }: OpenInput,
  {
    isView = false,
    resentHash,
  }: { readonly isView?: boolean; readonly resentHash?: Hex | undefined },
): Promise<OpenBundle> {
  const payout = await checkBundleMayBePaid(ctx, token);
  const { sent: open, fees } = await findSentOfBundle(ctx, payout, { isView });
  const sent = open.filter(({ transactionHash }) => transactionHash !== resentHash);
  const proposals = await findProposals(ctx, payout);
  const proposed = payout.children.filter(({ link }) => proposals.has(link.token));
  const sentReferences = new Set([
    ...heldReferences(payout, { sent, fees }),
    ...proposed.map(({ request }) => request.paymentReference),
  ]);
  const children = executableChildren(ctx, payout).filter(
    ({ request }) => !sentReferences.has(request.paymentReference),
  );
  const [network, ...others] = networksOf(children.length > 0 ? children : payout.children);
  if (network === undefined) throw linkNotFound();
  checkPayer(query, [network, ...others]);
  const wallets = payerWallets(query, network);
  const source = readBundleSource(query, payout, children.length > 0 ? children : payout.children);
  const paidOn = source === undefined ? network : NETWORKS[source.network];
  const safe = await checkIsSafe(ctx, wallets, paidOn);
  return {
    ...{ payout, children, ...wallets, safe },
    ...{ source, sent, sentReferences, proposals },
  };
}

/** What owners of Safes sign of children; no query where there can be none. */
async function findProposals(
  ctx: Context,
  { children }: MulticallPayout,
): Promise<ReadonlyMap<string, OpenProposal>> {
  const unpaid = children.filter(
    (child) =>
      child.link.hasIntents &&
      !isPaid(child) &&
      ctx.chains.get(child.network)?.accounts !== undefined,
  );
  return await findOpenProposals(
    ctx,
    unpaid.map(({ link }) => link.token),
  );
}

/** A bundle that has not ended. Refuses (404) an unknown token, and (409, 403) one that has. */
export async function checkBundleMayBePaid(ctx: Context, token: string): Promise<MulticallPayout> {
  const payout = await findMulticallPayout(ctx, token);
  if (payout === undefined) throw linkNotFound();
  const identity = await findPageIdentity(ctx, payout);
  const now = ctx.now();
  const hasEnded = statusOf(payout, now) !== 'pending';
  const links = payout.children.map(({ link }) => link);
  const ended = hasEnded ? links : [];
  const paidFees = await findPaidFeesOf(ctx, ended);
  const unpaid = await findUnpaidFeesOfChildren(ctx, ended);
  checkBundleOpen(payout, { ...identity, paidFees, ...unpaid, now });
  return payout;
}
