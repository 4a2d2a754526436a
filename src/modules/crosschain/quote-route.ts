import { type Currency, currencyByToken } from '#catalog/currencies.ts';
import type { Call, Chain, DecodedRoute, TokenPayment } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { type PaymentOrder, tokenOrderOf } from '#modules/calldata/index.ts';
import type { RouteProvider, RouteQuote } from '#providers/route-provider.ts';
import { findRouteProblem } from './model/check-route.ts';
import { checkAccounts } from './model/contract-accounts.ts';
import { checkCost, checkWorthRoute } from './model/route-cost.ts';
import { type FiatRate, worthOf } from './model/worth.ts';
import { type Bridge, readAccounts } from './read-accounts.ts';
import { readFiatRate } from './read-rate.ts';

/** What routes are quoted with. */
export type RouteContext = Pick<Context, 'routes' | 'chains' | 'settings' | 'now' | 'log'>;

/** A token of another network that a payment could start with. */
export interface RouteSource {
  readonly chain: Chain;
  readonly currency: Currency;
}

/** An order that can be the end of a route: one payment in a token on a network with a bridge. */
export interface RouteGoal {
  readonly order: PaymentOrder;
  readonly payment: TokenPayment;
  readonly provider: RouteProvider;
  readonly bridge: Bridge;
  /** What the payment takes of its token, its platform fee included. */
  readonly outputUnits: bigint;
}

/** How an order that is the end of a route is paid. */
interface GoalOptions {
  /** Whether the caller pays the fees of the order that are paid by themselves where the route starts: the route pays none. */
  readonly paysFeesApart?: boolean | undefined;
  /** Makes the calls for the payer, as one transaction; undefined for a wallet that signs one by one. */
  readonly account?: { readonly address: string } | undefined;
  /** Whether the payer is a contract that was read on both networks. */
  readonly isKnownContract?: boolean | undefined;
}

/** A route whose calldata does what was asked. */
export interface RouteOffer {
  readonly source: RouteSource;
  readonly quote: RouteQuote;
  readonly decoded: DecodedRoute;
  /** What the route calls where it ends. */
  readonly call: Pick<Call, 'to' | 'data'>;
  /** In dollars, with 18 decimals. */
  readonly worth: { readonly source: bigint; readonly destination: bigint };
  readonly rate: FiatRate | undefined;
  /** The name of who offers it. */
  readonly provider: string;
}

/**
 * The route by which a wallet pays an order from another network, judged word by word before anybody sees it.
 *
 * Refuses (400) what cannot be the end of a route, and as `RouteProvider.quote`; a route that costs too much
 * (`route_too_expensive`) or differs from what was asked (`route_refused`); wallets that are contracts. Refuses (409) to pay
 * oneself. Throws `Outage` where the provider or a node does not answer.
 */
export async function quoteRoute(
  ctx: RouteContext,
  input: {
    readonly order: PaymentOrder;
    readonly source: RouteSource;
    readonly payer: string;
    readonly isFresh?: boolean;
  } & GoalOptions,
): Promise<RouteOffer> {
  const { order, source, payer } = input;
  const goal = goalOf(ctx, order, input);
  if (source.chain.network.id === order.chain.network.id) throw sameNetwork(order);
  const [accounts, rate] = await Promise.all([
    readAccounts(ctx, { order, payer, source: source.chain }),
    readFiatRate(ctx, [source.currency, order.currency]),
  ]);
  checkAccounts(accounts, order.chain.network, input);
  return await quoteJudged(ctx, { ...input, goal, rate });
}

/**
 * The goal that an order is. Refuses (400) orders that no route can end with, and installations without a provider; (409) to
 * pay oneself.
 */
export function goalOf(
  ctx: RouteContext,
  order: PaymentOrder,
  { payer, account, paysFeesApart = false }: GoalOptions & { readonly payer: string },
): RouteGoal {
  const { routes: provider } = ctx;
  const { bridge, network } = order.chain;
  if (provider === undefined) {
    throw noRoute('This service offers no payments from other networks or tokens');
  }
  if (bridge === undefined) throw noRoute(`There is no route to ${network.name}`);
  if ((order.feeLegs ?? []).length > 0 && !paysFeesApart) {
    throw noRoute(
      'This payment has fees that are paid by themselves; it can be made on its own network only',
    );
  }
  const paid = tokenOrderOf(order, account === undefined ? [payer] : [payer, account.address]);
  if (paid === undefined) {
    const isConversion = order.kind === 'conversion';
    const what = isConversion ? 'for an invoice in another currency' : 'of this kind';
    throw noRoute(`A payment ${what} cannot be made from another network or token`);
  }
  return { order, payment: paid.payment, provider, bridge, outputUnits: paid.requiredUnits };
}

/** Quotes a route for accounts that were checked, and judges it. Refuses and throws as `quoteRoute`. */
export async function quoteJudged(
  ctx: RouteContext,
  {
    goal,
    source,
    payer,
    rate,
    isFresh = false,
  }: {
    readonly goal: RouteGoal;
    readonly source: RouteSource;
    readonly payer: string;
    readonly rate: FiatRate | undefined;
    readonly isFresh?: boolean;
  },
): Promise<RouteOffer> {
  const { order, outputUnits, provider } = goal;
  const destinationWorth = worthIn(order.currency, outputUnits, rate);
  checkWorthRoute(destinationWorth);
  // Without its worth the cost could not be judged, so nothing is asked for.
  worthIn(source.currency, 1n, rate);
  const call = goal.bridge.destinationCall(goal.payment);
  const quote = await provider.quote({
    source: tokenOf(source.currency),
    destination: tokenOf(order.currency),
    payer,
    outputUnits,
    call,
    isFresh,
  });
  const decoded = decode(source, quote);
  const purpose = {
    source: endOf(source.chain, source.currency),
    destination: endOf(order.chain, order.currency),
    payer,
    outputUnits,
    call,
    now: ctx.now(),
  };
  const problem =
    'refused' in decoded
      ? decoded.refused
      : (findRouteProblem(decoded, quote, purpose) ??
        findUnfillable(goal, decoded, { source, rate }));
  if ('refused' in decoded || problem !== undefined) {
    const networks = [source.chain.network.id, order.chain.network.id];
    ctx.log.warn({ provider: provider.name, networks, problem }, 'refused a route');
    throw new Refusal('route_refused', 400, 'The route that was offered differs from this payment');
  }
  const worth = {
    source: worthIn(source.currency, decoded.sourceUnits, rate),
    destination: destinationWorth,
  };
  checkCost(worth, ctx.settings.routeCost);
  return { source, quote, decoded, call, worth, rate, provider: provider.name };
}

/**
 * Why nobody would deliver a route: what the relayer gets, the deposit, is worth less than what it brings. Such a route would hold the
 * payer's money until the bridge refunds it.
 */
function findUnfillable(
  { order }: RouteGoal,
  { depositToken, depositUnits, leastOutputUnits }: DecodedRoute,
  { source, rate }: { readonly source: RouteSource; readonly rate: FiatRate | undefined },
): string | undefined {
  const deposited = currencyByToken(source.chain.network.id, depositToken);
  const deposit = deposited && worthOf(deposited, depositUnits, rate);
  const output = worthOf(order.currency, leastOutputUnits, rate);
  if (deposit === undefined || output === undefined) return 'the deposit has no known worth';
  return deposit < output ? 'the deposit is worth less than what is to arrive' : undefined;
}

function decode({ chain }: RouteSource, { transaction }: RouteQuote) {
  return chain.bridge?.decodeRoute(transaction) ?? { refused: 'the source has no bridge' };
}

function endOf({ network }: Chain, { address: tokenAddress }: Currency) {
  return { network, tokenAddress };
}

function tokenOf({ chainId, address: tokenAddress, decimals }: Currency) {
  return { chainId, tokenAddress, decimals };
}

function worthIn(currency: Currency, units: bigint, rate: FiatRate | undefined): bigint {
  const worth = worthOf(currency, units, rate);
  if (worth !== undefined) return worth;
  const message = `There is no exchange rate for ${currency.id} now`;
  throw new Refusal('rate_not_available', 400, message);
}

/** 400: a payment that cannot be the end of a route. */
export function noRoute(message: string): Refusal {
  return new Refusal('route_not_available', 400, message);
}

/** 400: a payment that is due on the network that it is to be made from. */
export function sameNetwork({ chain, currency }: PaymentOrder): Refusal {
  const message = `This payment is made in ${currency.symbol} on ${chain.network.name}; another token of that network cannot be swapped for it`;
  return noRoute(message);
}
