import type { Currency } from '#catalog/currencies.ts';
import type { Chain } from '#chains/chain.ts';
import { type PaymentOrder, routeCalldata } from '#modules/calldata/index.ts';
import { type CountingContext, countRoute } from './count-route.ts';
import { routeMetadata } from './model/route-metadata.ts';
import { routeStepOf } from './model/route-step.ts';
import { unitsOfWorth } from './model/worth.ts';
import { noRoute, quoteRoute, type RouteContext } from './quote-route.ts';

/** An order, and from which token of another network which wallet pays it. */
interface RoutePayment {
  readonly order: PaymentOrder;
  readonly source: Currency;
  readonly payer: string;
  /** When what is paid ends: a payment from another network needs longer, so no quote is good beyond it. */
  readonly endsAt?: Date | undefined;
  /** Whether a quote of some seconds ago is no answer. */
  readonly isFresh?: boolean;
}

/**
 * What a wallet signs to pay an order from another network: an approval of exactly what the route takes, which always comes
 * first, then the route. One read of the source network beside those of the route itself.
 *
 * Refuses and throws as `quoteRoute`, and (400) a source whose network is not connected, (429) to be asked more often than payers need.
 */
export async function payByRoute(
  ctx: RouteContext & CountingContext,
  { order, source, payer, endsAt, isFresh = false }: RoutePayment,
) {
  const chain = sourceChainOf(ctx, source);
  await countRoute(ctx, order);
  const [offer, balances] = await Promise.all([
    quoteRoute(ctx, { order, source: { chain, currency: source }, payer, isFresh }),
    chain.readPayerBalances(payer, [{ tokenAddress: source.address, spender: 'bridge' }]),
  ]);
  const { decoded, quote, worth, rate, provider, call } = offer;
  const { sourceUnits } = decoded;
  const { transactions, metadata } = await routeCalldata(
    {
      chain,
      currency: source,
      routes: [{ sourceUnits, call: quote.transaction, resources: quote.resources }],
      platformFee: order.platformFee,
    },
    { payer, balances },
  );
  const plainUnits = unitsOfWorth(source, worth.destination, rate) ?? sourceUnits;
  const { bridgeFee, totals, ...route } = routeMetadata({
    fetchedAt: quote.fetchedAt,
    endsAt,
    deadlines: decoded.deadlines,
    source,
    sourceUnits,
    hasEnoughBalance: metadata.hasEnoughBalance === true,
    costUnits: positive(sourceUnits - plainUnits),
    costWorth: positive(worth.source - worth.destination),
    destination: order.currency,
    amountUnits: order.due.amountUnits,
  });
  const { costBreakdown, ...own } = metadata;
  return {
    transactions,
    metadata: {
      ...own,
      ...route,
      rawStep: routeStepOf({
        source,
        payer,
        provider,
        tool: quote.tool,
        toChainId: order.currency.chainId,
        toAddress: call.to,
      }),
      ...(costBreakdown && { costBreakdown: { ...costBreakdown, bridgeFee, totals } }),
    },
  };
}

/** The network of a source token. Refuses (400) one that is not connected. */
export function sourceChainOf({ chains }: Pick<RouteContext, 'chains'>, source: Currency): Chain {
  const chain = chains.get(source.network);
  if (chain?.bridge !== undefined) return chain;
  throw noRoute(`This service takes no payments from ${source.id}: its network is not connected`);
}

/** A number of units, and zero where it is below. */
export function positive(value: bigint): bigint {
  return value > 0n ? value : 0n;
}
