import type { Network } from '#catalog/networks.ts';
import type { Call, DecodedRoute, TokenPayment } from '#chains/chain.ts';
import { findRouteProblem } from '#modules/crosschain/index.ts';
import { mayBeDelivered } from './progress.ts';

/** A call of a Safe that starts a route to another network. */
export interface ProposedRoute {
  readonly type: 'route';
  readonly call: Pick<Call, 'to' | 'valueUnits'>;
  readonly route: DecodedRoute;
  /** The payment that its call makes where it ends; undefined for any other call. */
  readonly payment: TokenPayment | undefined;
}

/** Which route is to be judged, and of whose Safe. */
interface RouteTerms {
  /** Where the Safe pays. */
  readonly network: Network;
  readonly safe: string;
  readonly owners: readonly string[];
  /** Where the payment is made, and in which token. */
  readonly destination: { readonly network: Network; readonly tokenAddress: string };
  readonly now: Date;
}

/**
 * Why a route does not bring its payment there for certain, as every route that is prepared does; undefined where it does: by the
 * catalog's contracts, of a token with a worth, in time, and what does not arrive returns to the Safe or one of its owners.
 */
export function findProposedRouteProblem(
  { call, route, payment }: ProposedRoute,
  { network, safe, owners, destination, now }: RouteTerms,
): string | undefined {
  if (payment === undefined || route.call === undefined) return 'it makes no payment';
  const { sourceUnits, sourceToken, feeUnits, refundAddress } = route;
  if (![safe, ...owners].some((one) => isSame(one, refundAddress))) {
    return 'refunds go to somebody else';
  }
  const fee = { chainId: network.chainId, tokenAddress: sourceToken, isIncluded: true };
  const quote = {
    sourceUnits,
    approvalAddress: route.spender,
    transaction: call,
    fees: [{ ...fee, units: feeUnits }],
  };
  const purpose = {
    source: { network, tokenAddress: sourceToken },
    destination,
    payer: refundAddress,
    outputUnits: payment.amountUnits + payment.feeUnits,
    call: route.call,
    now,
  };
  const deposit = {
    originChainId: network.chainId,
    inputToken: route.depositToken,
    inputUnits: route.depositUnits,
    outputToken: route.outputToken,
    outputUnits: route.leastOutputUnits,
  };
  const isWorth = mayBeDelivered(deposit, { network: destination.network.id });
  return findRouteProblem(route, quote, purpose) ?? (isWorth ? undefined : 'nobody would fill it');
}

/** The last moment at which a route can be executed. */
export function executableUntil({ route: { deadlines } }: ProposedRoute): Date {
  const { source, bridge, swap } = deadlines;
  return new Date(Math.min(...[source, bridge, swap?.at ?? source].map((at) => at.getTime())));
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
