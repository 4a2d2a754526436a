import type { Currency } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { payByRoutes } from '#modules/crosschain/index.ts';
import type { MulticallCalldata } from './model/calldata-shape.ts';
import { tooManyForRoutes } from './model/eligibility.ts';
import type { MulticallChild, MulticallPayout } from './model/multicall-payout.ts';
import { multicallRouteMetadata } from './model/route-metadata.ts';
import { childCalldata, feeBundleFor, listsOf, ordersOf } from './prepare-multicall.ts';

/** What of a bundle is to be paid, by whom, and from which token of another network. */
interface MulticallSource {
  readonly children: readonly MulticallChild[];
  readonly wallet: string;
  readonly source: Currency;
  /** Whether a quote of some seconds ago is no answer. */
  readonly isFresh?: boolean;
}

/**
 * Prepares the transactions that pay children of a bundle from another network: an approval of what all take together, then
 * a route for each child with a call of its own where it is paid, so that one child can fail alone. All of them, or none.
 *
 * Refuses (400) more children than are paid so, and a child without a route, by its position, and (429) to be asked too often; throws `Outage` where the
 * route provider does not answer.
 */
export async function prepareMulticallByRoutes(
  ctx: Context,
  payout: MulticallPayout,
  { children, wallet, source, isFresh = false }: MulticallSource,
): Promise<MulticallCalldata> {
  const most = ctx.settings.multicallCrossChainChildrenMax;
  if (children.length > most) throw tooManyForRoutes(children.length, most);
  const due = await ordersOf(ctx, children);
  const orders = due.map(({ order }) => order);
  const prepared = await payByRoutes(ctx, {
    orders,
    source,
    payer: wallet,
    endsAt: payout.expiresAt,
    bundle: payout.token,
    isFresh,
  });
  const shown = children.map((child, i) => {
    const leg = prepared.legs[i];
    invariant(leg !== undefined, 'each child has its route');
    return {
      ...childCalldata(child),
      sourceTokenAddress: source.address,
      destinationCall: destinationCallOf(child, leg),
    };
  });
  return {
    paymentType: 'multicall',
    transactions: prepared.transactions,
    eoaApprovalTransactions: [],
    feeBundle: feeBundleFor(children, {
      bundleId: payout.token,
      fees: due.map(({ fees }) => fees),
    }),
    executionKind: 'evm_cross_chain',
    token: payout.token,
    ...listsOf(shown),
    children: shown,
    destinationCalls: shown.map(({ destinationCall }) => destinationCall),
    metadata: multicallRouteMetadata(prepared, { payout, children, source }),
  };
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
