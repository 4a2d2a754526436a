import type { Currency } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { payByRoutes, type RoutePayer } from '#modules/crosschain/index.ts';
import type { DueFee } from '#modules/fees/index.ts';
import { openSourceFees } from '#modules/requests/index.ts';
import type { MulticallCalldata } from './model/calldata-shape.ts';
import { tooManyForRoutes } from './model/eligibility.ts';
import type { MulticallChild, MulticallPayout } from './model/multicall-payout.ts';
import { multicallRouteMetadata } from './model/route-metadata.ts';
import { childCalldata, feeBundleFor, listsOf, ordersOf } from './prepare-multicall.ts';

/** What of a bundle is to be paid, by whom, and from which token of another network. */
interface MulticallSource extends RoutePayer {
  readonly children: readonly MulticallChild[];
  readonly source: Currency;
  /** Whether a quote of some seconds ago is no answer. */
  readonly isFresh?: boolean;
}

/**
 * Prepares the transactions that pay children of a bundle from another network: an approval of what all take together, then
 * a route for each child with a call of its own where it is paid, so that one child can fail alone, then the fees that are paid
 * by themselves. All of them, or none.
 *
 * Refuses (400) more children than are paid so, and a child without a route, by its position, and (429) to be asked too often; throws `Outage` where the
 * route provider does not answer.
 */
export async function prepareMulticallByRoutes(
  ctx: Context,
  payout: MulticallPayout,
  { children, source, isFresh = false, ...by }: MulticallSource,
): Promise<MulticallCalldata> {
  const most = ctx.settings.multicallCrossChainChildrenMax;
  if (children.length > most) throw tooManyForRoutes(children.length, most);
  const due = await ordersOf(ctx, children);
  const orders = due.map(({ order }) => order);
  const prepared = await payByRoutes(ctx, {
    orders,
    source,
    ...by,
    endsAt: payout.expiresAt,
    bundle: payout.token,
    openFees: () => openFeesOf(ctx, due, source),
    isFresh,
  });
  const shown = children.map((child, i) => {
    const leg = prepared.legs[i];
    invariant(leg !== undefined, 'each child has its route');
    const platformFee = orders[i]?.platformFee;
    return {
      ...childCalldata(child),
      sourceTokenAddress: source.address,
      destinationCall: destinationCallOf(child, leg),
      ...(platformFee && { platformFee }),
    };
  });
  return {
    paymentType: 'multicall',
    transactions: prepared.transactions,
    eoaApprovalTransactions: prepared.holderTransactions,
    ...(prepared.permit && { permit: prepared.permit }),
    feeBundle: feeBundleFor(children, {
      bundleId: payout.token,
      fees: due.map(({ fees }) => asPaid(fees, prepared.fees)),
      paidIn: source,
    }),
    executionKind: 'evm_cross_chain',
    token: payout.token,
    ...listsOf(shown),
    children: shown,
    destinationCalls: shown.map(({ destinationCall }) => destinationCall),
    metadata: multicallRouteMetadata(prepared, { payout, children, orders, source }),
  };
}

type Due = Awaited<ReturnType<typeof ordersOf>>;

/** The fees of all children as they are paid in a token of another network, in their order; one call for each currency. */
async function openFeesOf(ctx: Context, due: Due, source: Currency): Promise<readonly DueFee[]> {
  const opened: DueFee[] = [];
  for (const [currency, some] of Map.groupBy(due, ({ order }) => order.currency)) {
    const fees = some.flatMap((one) => one.fees);
    if (fees.length > 0) opened.push(...(await openSourceFees(ctx, { fees, currency, source })));
  }
  return due.flatMap(({ fees }) => asPaid(fees, opened));
}

/** Fees of a child as they were opened, in their order. */
function asPaid(fees: readonly DueFee[], opened: readonly DueFee[]): readonly DueFee[] {
  return fees.map(({ componentId }) => {
    const fee = opened.find((one) => one.componentId === componentId);
    invariant(fee !== undefined, 'every fee was opened');
    return fee;
  });
}

/** What the route of a child calls where the child is paid. */
function destinationCallOf(
  { network }: MulticallChild,
  { to, data }: { readonly to: string; readonly data: string },
) {
  const { sourceChain, chainId } = NETWORKS[network];
  invariant(sourceChain !== undefined, `routes lead to ${network}`);
  return { network, chain: sourceChain, chainId, target: to, contractAddress: to, calldata: data };
}
