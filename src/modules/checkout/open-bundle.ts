import type { Context } from '#context.ts';
import { listPaymentOptions, type PaymentOptions } from '#modules/calldata/index.ts';
import {
  executableChildren,
  findMulticallBranding,
  findMulticallPayout,
  type MulticallCalldata,
  type MulticallChild,
  type MulticallDetails,
  type MulticallPayout,
  ordersOf,
  prepareMulticall,
  showMulticallPayout,
  statusOf,
} from '#modules/multicall-payouts/index.ts';
import { findPaidFeesOf } from './find-paid-fees.ts';
import { findUnpaidFeesOfChildren } from './find-unpaid-fees.ts';
import {
  bundleNotPayable,
  bundleProgress,
  checkBundleOpen,
  checkSameChain,
  crossChainNotBuilt,
  networksOf,
} from './model/bundle-state.ts';
import { walletRequired } from './model/guarded-link.ts';
import { linkNotFound, type RequestStatusShown } from './model/link-state.ts';
import { checkPayer, checkRoute, payerWallet } from './model/payer-query.ts';
import type { OpenInput } from './open-link.ts';

/** What a payer's page shows of a bundle. */
export interface BundleView extends MulticallDetails {
  /** Only when a wallet was given, and all that can be paid is on one network. */
  readonly paymentOptions?: PaymentOptions;
  /** Only once a payment of it was seen. */
  readonly requestStatuses?: RequestStatusShown[];
}

/** A bundle that has not ended, opened by a holder of its token. */
interface OpenBundle {
  readonly payout: MulticallPayout;
  /** Those that can be paid now. */
  readonly children: readonly MulticallChild[];
  /** The payer's wallet as its chain shows it. */
  readonly wallet: string | undefined;
}

/**
 * Shows a bundle to its payer, with one read of the chain where a wallet was given. Refuses (404) an
 * unknown token, (409, 403) a bundle that has ended, and (400) a source that does not fit.
 */
export async function viewBundle(ctx: Context, input: OpenInput): Promise<BundleView> {
  const { payout, children, wallet } = await openBundle(ctx, input);
  const details = {
    ...(await showMulticallPayout(ctx, payout, { showsHidden: wallet !== undefined })),
    ...bundleProgress(payout),
  };
  if (wallet === undefined || networksOf(children).length !== 1) return details;
  const orders = (await ordersOf(ctx, children)).map(({ order }) => order);
  return { ...details, paymentOptions: await listPaymentOptions(orders, wallet) };
}

/**
 * Prepares the transactions that pay what can be paid of a bundle. Refuses as `viewBundle` does, and
 * also (403) where nothing can be paid now, (400) what takes another chain to pay from, and (400) to
 * show payees that their links hide without a wallet.
 */
export async function payBundle(ctx: Context, input: OpenInput): Promise<MulticallCalldata> {
  const { payout, children, wallet } = await openBundle(ctx, input);
  if (children.length === 0) {
    const branding = await findMulticallBranding(ctx, payout);
    throw bundleNotPayable(payout, { branding });
  }
  checkSameChain(payout, input.query, children);
  const isHidden = children.some(
    ({ link }) => link.access.hidesPayee || link.access.hidesUntilApproved,
  );
  if (isHidden && wallet === undefined) throw walletRequired();
  return await prepareMulticall(ctx, payout, { children, wallet });
}

async function openBundle(ctx: Context, { token, query }: OpenInput): Promise<OpenBundle> {
  const payout = await findMulticallPayout(ctx, token);
  if (payout === undefined) throw linkNotFound();
  const branding = await findMulticallBranding(ctx, payout);
  const now = ctx.now();
  const hasEnded = statusOf(payout, now) !== 'pending';
  const links = payout.children.map(({ link }) => link);
  const ended = hasEnded ? links : [];
  const paidFees = await findPaidFeesOf(ctx, ended);
  const unpaid = await findUnpaidFeesOfChildren(ctx, ended);
  checkBundleOpen(payout, { branding, paidFees, ...unpaid, now });
  const children = executableChildren(ctx, payout);
  const [network, ...others] = networksOf(children.length > 0 ? children : payout.children);
  if (network === undefined) throw linkNotFound();
  checkPayer(query, [network, ...others]);
  const wallet = payerWallet(query, network);
  if (others.length > 0 && query.chain !== undefined) throw crossChainNotBuilt();
  const currencies = [...new Set(children.map(({ currency }) => currency))];
  if (others.length === 0) checkRoute(query, network, currencies);
  return { payout, children, wallet };
}
