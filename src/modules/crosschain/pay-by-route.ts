import type { Currency } from '#catalog/currencies.ts';
import type { Chain, Spender } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import type { Refusal } from '#kit/failure.ts';
import { type PaymentOrder, routeCalldata, startCoinWorth } from '#modules/calldata/index.ts';
import type { DueFee } from '#modules/fees/index.ts';
import { type CountingContext, countRoute } from './count-route.ts';
import { quotesOfPayment } from './keep-quotes.ts';
import { checkOwnersHaveTime } from './model/owners-time.ts';
import { routeMetadata } from './model/route-metadata.ts';
import { routeStepOf } from './model/route-step.ts';
import { sourceFeeUnits } from './model/source-fees.ts';
import { unitsOfWorth } from './model/worth.ts';
import { noRoute, quoteRoute, type RouteContext, type RouteSource } from './quote-route.ts';

/** A fee that is paid by itself where a route starts, in units of the token there. */
export type SourceFee = Pick<DueFee, 'units' | 'paymentReference' | 'receiverAddress'>;

/** An account that makes all calls of a payment as one transaction. */
type PayingAccount = NonNullable<Parameters<typeof routeCalldata>[1]['account']>;

/** Who pays from another network. */
export interface RoutePayer {
  /** To whom the routes return what does not arrive: signs on all networks. */
  readonly payer: string;
  /** Makes all calls as one transaction, with the tokens of the payer or its own; undefined where the payer signs one by one. */
  readonly account?: PayingAccount | undefined;
  /** What the payer may sign, or has signed, in place of an approval of the account. */
  readonly permit?: Parameters<typeof routeCalldata>[1]['permit'];
  /** Whether the payer is a contract that was read where the routes start and where they end, and is the same there. */
  readonly isKnownContract?: boolean | undefined;
}

/** An order, and from which token of another network who pays it. */
interface RoutePayment<Fee extends SourceFee> extends RoutePayer {
  readonly order: PaymentOrder;
  readonly source: Currency;
  /** When what is paid ends: a payment from another network needs longer, so no quote is good beyond it. */
  readonly endsAt?: Date | undefined;
  /** Whether a quote of some seconds ago is no answer. */
  readonly isFresh?: boolean;
  /** The fees that the order has by themselves, as they are paid where the route starts; called once the route is there. */
  readonly openFees: () => Promise<readonly Fee[]>;
}

/**
 * What a wallet signs to pay an order from another network, an account what it takes the tokens by before: an approval of exactly what the route takes, which always comes
 * first, one of the fees where it is needed, the route, then a payment for each fee that is paid by itself; `fees` are those, in
 * the order of their payments. One read of the source network beside those of the route itself.
 *
 * Refuses and throws as `quoteRoute`, and (400) a source whose network is not connected, a signed permit that is not exactly what the route
 * takes that it was signed for, (429) to be asked more often than payers need.
 */
export async function payByRoute<Fee extends SourceFee>(
  ctx: RouteContext & CountingContext & Pick<Context, 'db'>,
  { order, source, endsAt, isFresh = false, openFees, ...by }: RoutePayment<Fee>,
) {
  const { payer, account, permit } = by;
  const chain = sourceChainOf(ctx, source);
  const feeUnits = sourceFeeUnits(order.feeLegs, order.currency, source);
  if (feeUnits === undefined) throw feesInDollars();
  await countRoute(ctx, order);
  const from = { chain, currency: source };
  const { routes, keep } = await quotesOfPayment(ctx, { ...by, orders: [order], source });
  const paysFees = feeUnits > 0n;
  // Called in the same tick, the reads of the source share one request.
  const [offer, balances, coinWorth] = await Promise.all([
    quoteRoute({ ...ctx, routes }, { order, source: from, ...by, isFresh, paysFeesApart: true }),
    chain.readPayerBalances(holderOf(by), routeBalances(source, { paysFees, account })),
    startCoinWorth(chain),
  ]);
  const fees = paysFees ? await openFees() : [];
  const { decoded, quote, worth, rate, provider, call } = offer;
  checkOwnersHaveTime(decoded.deadlines, { account, now: ctx.now() });
  const { sourceUnits } = decoded;
  const { metadata, ...prepared } = await routeCalldata(
    {
      chain,
      currency: source,
      orders: [order],
      routes: [{ sourceUnits, call: quote.transaction, resources: quote.resources }],
      platformFee: order.platformFee,
      protocolFee: order.protocolFee,
      fees: feeOrderOf(from, fees),
    },
    { payer: holderOf(by), account, permit, balances, coinWorth },
  );
  const plainUnits = unitsOfWorth(source, worth.destination, rate) ?? sourceUnits;
  const { bridgeFee, totals, ...route } = routeMetadata({
    fetchedAt: quote.fetchedAt,
    endsAt,
    deadlines: decoded.deadlines,
    source,
    totalUnits: sourceUnits + feeUnits,
    hasEnoughBalance: metadata.hasEnoughBalance === true,
    costUnits: positive(sourceUnits - plainUnits),
    costWorth: positive(worth.source - worth.destination),
    destination: order.currency,
    amountUnits: order.due.amountUnits,
  });
  const { costBreakdown, ...own } = metadata;
  if (prepared.permit !== undefined) await keep?.(new Date(route.quoteExpiresAt * 1_000));
  return {
    ...prepared,
    fees,
    metadata: {
      ...own,
      ...route,
      durationSeconds: quote.durationSeconds,
      rawStep: routeStepOf({
        source,
        payer,
        account,
        provider,
        tool: quote.tool,
        toChainId: order.currency.chainId,
        toAddress: call.to,
      }),
      ...(costBreakdown && { costBreakdown: { ...costBreakdown, bridgeFee, totals } }),
    },
  };
}

/** Whose tokens are paid. */
export function holderOf({ payer, account }: RoutePayer): string {
  return account === undefined ? payer : (account.tokenHolder?.address ?? account.address);
}

/** What is read of who pays by routes: what the bridge and, of fees beside them, the fee proxy may take, or what the account may. */
export function routeBalances(
  { address: tokenAddress }: Currency,
  { paysFees, account }: Pick<RoutePayer, 'account'> & { readonly paysFees: boolean },
): readonly { readonly tokenAddress: string; readonly spender: Spender }[] {
  const spenders: readonly Spender[] = paysFees ? ['bridge', 'fee_proxy'] : ['bridge'];
  const takers = account?.tokenHolder === undefined ? spenders : [{ account: account.address }];
  return takers.map((spender) => ({ tokenAddress, spender }));
}

/** The order that pays fees where a route starts; undefined without any. */
export function feeOrderOf(
  { chain, currency }: RouteSource,
  [first, ...others]: readonly SourceFee[],
): PaymentOrder | undefined {
  if (first === undefined) return undefined;
  return {
    chain,
    kind: 'token',
    currency,
    payeeAddress: first.receiverAddress,
    paymentReference: first.paymentReference,
    due: { amountUnits: first.units, feeUnits: 0n },
    isFees: true,
    feeLegs: others.map(({ units: amountUnits, paymentReference, receiverAddress }) => ({
      amountUnits,
      paymentReference,
      receiverAddress,
    })),
  };
}

/** 400: fees that are paid by themselves, and a source that is no dollar. */
export function feesInDollars(): Refusal {
  return noRoute(
    'This payment has fees that are paid by themselves, in a dollar: pay with USDC or USDT, or on its own network',
  );
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
