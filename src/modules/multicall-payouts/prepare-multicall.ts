import type { Currency } from '#catalog/currencies.ts';
import { type BundleKind, FAMILIES } from '#catalog/families.ts';
import { NETWORKS, type Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import { invariant } from '#kit/failure.ts';
import { type BatchCalldata, batchCalldata, type PaymentOrder } from '#modules/calldata/index.ts';
import { type DueFee, type FeeBundle, feeBundleOf, jointFeeBundle } from '#modules/fees/index.ts';
import { amountDue, findDueFees, orderOfRequest } from '#modules/requests/index.ts';
import { blockReasonOf } from '#modules/secure-payments/index.ts';
import type { MulticallCalldata } from './model/calldata-shape.ts';
import { summaryOf } from './model/details.ts';
import { decimalsOf, type MulticallChild, type MulticallPayout } from './model/multicall-payout.ts';
import { multicallMetadata } from './model/pay-metadata.ts';

/** The children of a bundle that can be paid now, in their order. */
export function executableChildren(
  ctx: Context,
  payout: MulticallPayout,
): readonly MulticallChild[] {
  const input = {
    now: ctx.now(),
    isConnected: (network: MulticallChild['network']) => ctx.chains.get(network) !== undefined,
  };
  return payout.children.filter((child) => blockReasonOf(child.link, input) === undefined);
}

/** What of a bundle is to be paid, and by whom. */
export interface MulticallDue {
  /** At least one, and all on one network. */
  readonly children: readonly MulticallChild[];
  readonly wallet: string | undefined;
  /** What kind of wallet that is. */
  readonly payer?: Parameters<typeof batchCalldata>[2];
}

/** The orders that pay children with their fees, in the order of the children, whose positions name them. */
export async function ordersOf(
  ctx: Context,
  children: readonly MulticallChild[],
): Promise<readonly { readonly order: PaymentOrder; readonly fees: readonly DueFee[] }[]> {
  const planned = children.filter(({ link }) => link.feePlan !== null);
  const due =
    planned.length === 0
      ? undefined
      : await findDueFees(
          ctx,
          planned.map(({ request }) => request.id),
        );
  return children.map(({ request, position }) => {
    const dueFees = due?.get(request.id) ?? [];
    const order = orderOfRequest(ctx, request, { dueFees });
    return { order: { ...order, field: `children[${position}]` }, fees: dueFees };
  });
}

/**
 * Prepares the transactions that pay children of a bundle on their network: approvals, then as few
 * batches as the limits of a transaction allow, each of which pays its children or nothing. One read
 * of the chain. Refuses (400) a conversion without a rate that is fresh enough, and (409) a payee who
 * cannot be paid by this wallet.
 */
export async function prepareMulticall(
  ctx: Context,
  payout: MulticallPayout,
  { children, wallet, payer }: MulticallDue,
): Promise<MulticallCalldata> {
  const [first] = children;
  invariant(first !== undefined, 'a bundle that is paid has something to pay');
  const network = NETWORKS[first.network];
  const due = await ordersOf(ctx, children);
  const prepared = await batchCalldata(
    due.map(({ order }) => order),
    wallet,
    payer,
  );
  const feeLimits = due[0]?.order.chain.feeLimits;
  const sponsorshipFees = children.flatMap((child, i) => {
    const units = due[i]?.order.sponsorshipUnits;
    return units === undefined ? [] : [printAmount(units, decimalsOf(child))];
  });
  const metadata = multicallMetadata(prepared, { payout, children, feeLimits, sponsorshipFees });
  const shown = children.map(childCalldata);
  const bundleId = wallet === undefined ? null : payout.token;
  return {
    paymentType: 'multicall',
    transactions: transactionsOf(network, prepared, metadata),
    eoaApprovalTransactions: prepared.holderTransactions,
    ...(prepared.permit && { permit: prepared.permit }),
    feeBundle: feeBundleFor(children, { bundleId, fees: due.map(({ fees }) => fees) }),
    executionKind: kindOf(network),
    token: payout.token,
    network: network.id,
    chainId: network.chainId,
    ...listsOf(shown),
    children: shown,
    metadata,
  };
}

/** The lists that repeat children in their order. */
export function listsOf(children: MulticallCalldata['children']) {
  return {
    childTokens: children.map(({ securePaymentToken }) => securePaymentToken),
    requestIds: children.map(({ requestId }) => requestId),
    payees: children.map(({ payee }) => payee),
    amounts: children.map(({ amount }) => amount),
    references: children.map(({ paymentReference }) => paymentReference),
  };
}

/** How a bundle is paid by transactions of its own network. */
function kindOf({ family, name }: Network): BundleKind {
  const [kind] = FAMILIES[family].preparedBundleKinds;
  invariant(kind !== undefined, `bundles on ${name} can be prepared`);
  return kind;
}

/** The transactions in the order of signing, with the children that each pays where their wallets take such a field. */
function transactionsOf(
  { family }: Network,
  { pulls, approvals, batches }: BatchCalldata,
  { batchPayments }: MulticallCalldata['metadata'],
): MulticallCalldata['transactions'] {
  const all = [...pulls, ...approvals, ...batches.map(({ transaction }) => transaction)];
  if (!FAMILIES[family].transactionsNameChildren) return all;
  return all.map((transaction, index) => {
    const paying = batchPayments.find(({ transactionIndex }) => transactionIndex === index);
    return { ...transaction, childPositions: paying?.childPositions ?? [] };
  });
}

/** A child as shown to its payer, with what is still due. */
export function childCalldata(child: MulticallChild): MulticallCalldata['children'][number] {
  const { link, request, currency, position } = child;
  const token = currency.type === 'ETH' ? null : currency.address;
  return {
    position,
    securePaymentToken: link.token,
    requestId: request.requestId,
    payee: request.payeeAddress,
    amount: printAmount(amountDue(request).amountUnits, decimalsOf(child)),
    paymentCurrency: currency.id,
    paymentReference: request.paymentReference,
    paymentCurrencyAddress: token,
    sourceTokenAddress: null,
    tokenAddress: token,
    network: child.network,
  };
}

interface FeesOfChildren {
  readonly bundleId: string | null;
  /** Of each child. */
  readonly fees: readonly (readonly DueFee[])[];
  /** What all are paid in, where that is a token of another network; else each is in what its child is. */
  readonly paidIn?: Currency;
}

/** The fees of all children that were planned, in the order in which they are paid; else null. */
export function feeBundleFor(
  children: readonly MulticallChild[],
  { paidIn, ...parts }: FeesOfChildren,
): FeeBundle | null {
  const bundles = children.flatMap((child, i) => {
    const { link, network } = child;
    if (link.feePlan === null) return [];
    const decimals = paidIn?.decimals ?? decimalsOf(child);
    const { id } = child.currency;
    const currency = paidIn ?? { id, network, chainId: NETWORKS[network].chainId };
    const terms = { bundleId: null, decimals, plan: link.feePlan, currency };
    return [feeBundleOf(terms, parts.fees[i] ?? [])];
  });
  return jointFeeBundle(bundles, {
    bundleId: parts.bundleId,
    amountSummary: summaryOf(children),
  });
}
