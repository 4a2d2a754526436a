import type { Currency } from '#catalog/currencies.ts';
import { invoiceCurrencyOf } from '#catalog/request-units.ts';
import type { Context } from '#context.ts';
import { printAmount, scaleUp } from '#kit/amount.ts';
import { listRoutes } from '#modules/crosschain/index.ts';
import { inDollarsOf } from './model/converted-amounts.ts';
import type { RequestPayQuery } from './model/route-query.ts';
import { FEE_PROVIDER } from './model/shown-payment.ts';
import { wireFeeType } from './model/wire-fee-type.ts';
import { type OrderForPayer, orderForPayer, routeChain } from './order-for-payer.ts';
import { readMarketRate } from './read-market-rate.ts';
import { invoiceOf } from './view-request.ts';

/** The name of the route that needs no bridge, by the public documentation. */
const OWN_ROUTE = 'REQUEST_NETWORK_PAYMENT';

/**
 * The ways in which a wallet could pay a request: on its own chain, in its own token; then the routes from what the wallet holds
 * on other chains, the cheapest first, each with the fees of the own way beside its cost. Reads the price feeds for fees of a
 * conversion in dollars, and other chains only where a route provider is configured. Refuses as `orderForPayer` does.
 */
export async function listRequestRoutes(
  ctx: Context,
  asked: { readonly requestId: string; readonly query: RequestPayQuery },
) {
  const asOrdered = await orderForPayer(ctx, asked.requestId, asked.query);
  const { order, wallet } = asOrdered;
  const { decimals, symbol } = invoiceCurrencyOf({
    ...asOrdered.request,
    ...invoiceOf(asOrdered.request),
  });
  const fees = feesOf(asOrdered);
  const [priced, routes] = await Promise.all([
    priceFees(ctx, asOrdered, fees),
    wallet === undefined ? [] : listRoutes(ctx, { order, wallet }),
  ]);
  const feeUnits = fees.reduce((sum, { units }) => sum + units, 0n);
  const { platformFee, chain, currency } = order;
  const shareOf = ({ type, units, to, isApart }: RouteFee, source?: Currency) => ({
    type,
    stage: 'sending' as const,
    provider: FEE_PROVIDER,
    ...(source === undefined || !isApart
      ? { amount: printAmount(units, decimals), currency: symbol, network: chain.network.id }
      : paidFrom(source, { units, decimals })),
    ...priced(units),
    receiverAddress: to,
  });
  return {
    routes: [
      {
        id: OWN_ROUTE,
        fee: Number(printAmount(feeUnits, decimals)),
        feeBreakdown: fees.map((fee) => shareOf(fee)),
        speed: 'FAST' as const,
        price_impact: 0,
        chain: routeChain(chain.network),
        token: currency.symbol,
      },
      ...routes.map((route) => ({
        ...routeOf(route, order),
        fee: Number(printAmount(feeUnits + route.costUnits, decimals)),
        feeBreakdown: [...fees.map((fee) => shareOf(fee, route.currency)), costOf(route)],
      })),
    ],
    ...(platformFee && { platformFee }),
  };
}

/** A fee that is paid by itself, where a route starts: one dollar for one, as it is prepared. */
function paidFrom(source: Currency, { units, decimals }: { units: bigint; decimals: number }) {
  const scaled = scaleUp(units, decimals, source.decimals);
  const amount = printAmount(scaled, source.decimals);
  return { amount, currency: source.symbol, network: source.network };
}

function routeOf(route: ListedRoute, { chain, currency }: OrderForPayer['order']) {
  const [from, to] = [route.network, chain.network].map(routeChain);
  return {
    id: [from, to, route.currency.symbol, currency.symbol].join('_'),
    speed: route.durationSeconds,
    chain: routeChain(route.network),
    token: route.currency.symbol,
  };
}

/** What a route takes above the payment, as a fee of it. */
function costOf({ provider, cost, costUsd, isRated, currency, spender, network }: ListedRoute) {
  return {
    type: 'crosschain' as const,
    stage: 'sending' as const,
    provider,
    amount: cost,
    amountInUSD: costUsd,
    rateProvider: isRated ? ('chainlink' as const) : ('unknown' as const),
    currency: currency.symbol,
    receiverAddress: spender,
    network: network.id,
  };
}

type ListedRoute = Awaited<ReturnType<typeof listRoutes>>[number];

interface RatedFee {
  /** Missing where no rate is known. */
  readonly amountInUSD?: string;
  readonly rateProvider: 'chainlink' | 'unknown';
}

/** The fees in dollars, and the source of the rate; stablecoins of the dollar are one to one. */
async function priceFees(
  ctx: Context,
  { request }: OrderForPayer,
  fees: readonly unknown[],
): Promise<(units: bigint) => RatedFee> {
  const { conversion } = request;
  const isRated = conversion !== undefined && conversion.invoiceCurrencyId !== 'USD';
  const market = isRated && fees.length > 0 ? await readMarketRate(ctx, request) : undefined;
  const inDollars = inDollarsOf(request, market);
  return (units) => {
    const amountInUSD = inDollars(units);
    if (amountInUSD === null) return { rateProvider: 'unknown' };
    return { amountInUSD, rateProvider: isRated ? 'chainlink' : 'unknown' };
  };
}

interface RouteFee {
  readonly type: 'platform' | 'protocol';
  readonly units: bigint;
  readonly to: string;
  /** Whether it is paid by itself, on another network where the route starts. */
  readonly isApart: boolean;
}

/** What goes to others than the payee: in the slot of the payment, and by itself. */
function feesOf({ order, dueFees }: OrderForPayer): readonly RouteFee[] {
  const { feeUnits } = order.due;
  const slot =
    order.platformFee === undefined || feeUnits === 0n
      ? []
      : [
          {
            type: 'platform' as const,
            units: feeUnits,
            to: order.platformFee.address,
            isApart: false,
          },
        ];
  const alone = dueFees.map(({ feeType, units, receiverAddress }) => ({
    type: wireFeeType(feeType),
    units,
    to: receiverAddress,
    isApart: true,
  }));
  return [...slot, ...alone];
}
