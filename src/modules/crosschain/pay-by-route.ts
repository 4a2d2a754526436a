import type { Currency } from '#catalog/currencies.ts';
import { Refusal } from '#kit/failure.ts';
import { type PaymentOrder, routeCalldata } from '#modules/calldata/index.ts';
import { type CountingContext, countRoute } from './count-route.ts';
import { routeMetadata } from './model/route-metadata.ts';
import { routeStepOf } from './model/route-step.ts';
import { unitsOfWorth } from './model/worth.ts';
import { quoteRoute, type RouteContext } from './quote-route.ts';

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
  const chain = ctx.chains.get(source.network);
  if (chain?.bridge === undefined) {
    throw new Refusal(
      'route_not_available',
      400,
      `This service takes no payments from ${source.id}: its network is not connected`,
    );
  }
  await countRoute(ctx, order);
  const [offer, balances] = await Promise.all([
    quoteRoute(ctx, { order, source: { chain, currency: source }, payer, isFresh }),
    chain.readPayerBalances(payer, [{ tokenAddress: source.address, spender: 'bridge' }]),
  ]);
  const { decoded, quote, worth, rate, provider, target } = offer;
  const { sourceUnits } = decoded;
  const { transactions, metadata } = await routeCalldata(
    {
      order,
      chain,
      currency: source,
      sourceUnits,
      call: quote.transaction,
      resources: quote.resources,
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
        toAddress: target,
      }),
      ...(costBreakdown && { costBreakdown: { ...costBreakdown, bridgeFee, totals } }),
    },
  };
}

function positive(value: bigint): bigint {
  return value > 0n ? value : 0n;
}
