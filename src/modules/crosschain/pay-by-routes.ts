import type { Currency } from '#catalog/currencies.ts';
import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { routeCalldata, startCoinWorth } from '#modules/calldata/index.ts';
import { type CountingContext, countJointRoutes } from './count-route.ts';
import { quotesOfPayment } from './keep-quotes.ts';
import { checkOwnersHaveTime } from './model/owners-time.ts';
import { earliest, QUOTE_VALID_MS, routeMetadata } from './model/route-metadata.ts';
import { routeStepOf } from './model/route-step.ts';
import { unitsOfWorth } from './model/worth.ts';
import {
  feeOrderOf,
  holderOf,
  positive,
  routeBalances,
  type SourceFee,
  sourceChainOf,
} from './pay-by-route.ts';
import type { RouteContext, RouteOffer } from './quote-route.ts';
import { quoteRoutes, type RoutesInput } from './quote-routes.ts';

/** Several payments, the token of another network that they are made from, and when they end. */
interface RoutesPayment<Fee extends SourceFee> extends Omit<RoutesInput, 'source'> {
  readonly source: Currency;
  readonly endsAt: Date;
  /** What names them together, for a limit. */
  readonly bundle: string;
  /** All fees that they have by themselves, as they are paid where the routes start; called once every route is there. */
  readonly openFees: () => Promise<readonly Fee[]>;
}

/** What a route calls on the network of its payment. */
interface PaidLeg {
  readonly to: string;
  readonly data: Hex;
  /** What leaves the payer for it. */
  readonly sourceUnits: bigint;
}

/** Payers sign routes one after another: each further one makes the quotes good for so much longer. */
const SIGNING_MS = 30_000;

/**
 * What a wallet signs to make several payments from another network: an approval of exactly what all routes take, which comes
 * first, one of their fees where it is needed, then a route for each payment, in their order, so that one may fail and the others
 * arrive, and a payment for each fee that is paid by itself; `fees` are those, in the order of their payments.
 *
 * Refuses and throws as `quoteRoutes`, and (400) a source whose network is not connected, (429) to be asked more often than payers need.
 */
export async function payByRoutes<Fee extends SourceFee>(
  ctx: RouteContext & CountingContext & Pick<Context, 'db'>,
  { orders, source, endsAt, bundle, openFees, isFresh = false, ...by }: RoutesPayment<Fee>,
) {
  const { payer, account, permit } = by;
  const chain = sourceChainOf(ctx, source);
  const from = { chain, currency: source };
  await countJointRoutes(ctx, bundle);
  const quotes = await quotesOfPayment(ctx, { ...by, orders, source });
  const offers = await quoteRoutes(
    { ...ctx, routes: quotes.routes },
    { orders, source: from, ...by, isFresh },
  );
  for (const { decoded } of offers) {
    checkOwnersHaveTime(decoded.deadlines, { account, now: ctx.now() });
  }
  const paysFees = orders.some(({ feeLegs = [] }) => feeLegs.length > 0);
  const fees = paysFees ? await openFees() : [];
  const holder = holderOf(by);
  const [balances, coinWorth] = await Promise.all([
    chain.readPayerBalances(holder, routeBalances(source, { paysFees, account })),
    startCoinWorth(chain),
  ]);
  const routes = offers.map(({ decoded: { sourceUnits }, quote: { transaction, resources } }) => ({
    sourceUnits,
    call: transaction,
    resources,
  }));
  const { metadata, ...prepared } = await routeCalldata(
    { chain, currency: source, routes, orders, fees: feeOrderOf(from, fees) },
    { payer: holder, account, permit, balances, coinWorth },
  );
  const hasEnoughBalance = metadata.hasEnoughBalance === true;
  const { costBreakdown, ...own } = metadata;
  invariant(costBreakdown !== undefined, 'the wallet was read');
  // The totals of one payment are in its currency; these may be in several.
  const { totals: _, ...costs } = costBreakdown;
  const feeUnits = fees.reduce((sum, { units }) => sum + units, 0n);
  const terms = { source, endsAt, feeUnits, hasEnoughBalance };
  const { bridgeFee, ...route } = jointMetadata(offers, terms);
  if (prepared.permit !== undefined) await quotes.keep?.(new Date(route.quoteExpiresAt));
  return {
    ...prepared,
    fees,
    /** One for each payment. */
    legs: offers.map(({ decoded: { sourceUnits }, call: { to, data } }): PaidLeg => {
      return { to, data, sourceUnits };
    }),
    tools: [...new Set(offers.map(({ quote }) => quote.tool))],
    metadata: {
      ...own,
      ...route,
      rawStep: jointStep(offers, { source, payer, account }),
      costBreakdown: { ...costs, bridgeFee },
    },
  };
}

/** The step of all routes together, which is that of the first. */
function jointStep(
  offers: readonly RouteOffer[],
  { source, payer, account }: Pick<RoutesPayment<SourceFee>, 'source' | 'payer' | 'account'>,
) {
  const [first] = offers;
  invariant(first !== undefined, 'there is something to pay');
  const { provider, quote, decoded, call } = first;
  return routeStepOf({
    source,
    payer,
    account,
    provider,
    tool: quote.tool,
    toChainId: decoded.destinationChainId,
    toAddress: call.to,
  });
}

/** Times and costs of routes together: the first of all deadlines counts, and what they cost is added up. */
function jointMetadata(
  offers: readonly RouteOffer[],
  parts: {
    readonly source: Currency;
    readonly endsAt: Date;
    /** What is paid beside the routes. */
    readonly feeUnits: bigint;
    readonly hasEnoughBalance: boolean;
  },
) {
  const { source, feeUnits } = parts;
  const sum = (part: (offer: RouteOffer) => bigint) =>
    offers.reduce((total, offer) => total + part(offer), 0n);
  const first = (part: (offer: RouteOffer) => Date) => offers.map(part).reduce(earliest);
  const swaps = offers.flatMap(({ decoded }) => decoded.deadlines.swap ?? []);
  const [swap] = swaps.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const {
    quoteExpiresAt,
    totals: _,
    ...route
  } = routeMetadata({
    ...parts,
    fetchedAt: first(({ quote }) => quote.fetchedAt),
    validMs: QUOTE_VALID_MS + (offers.length - 1) * SIGNING_MS,
    deadlines: {
      source: first(({ decoded }) => decoded.deadlines.source),
      bridge: first(({ decoded }) => decoded.deadlines.bridge),
      swap,
    },
    totalUnits: sum(({ decoded }) => decoded.sourceUnits) + feeUnits,
    costUnits: sum(costUnitsOf(source)),
    costWorth: sum(({ worth }) => positive(worth.source - worth.destination)),
    // Of several currencies, so the totals are left out.
    destination: source,
    amountUnits: 0n,
  });
  return { ...route, quoteExpiresAt: isoTime(new Date(quoteExpiresAt * 1_000)) };
}

/** What of a route's source amount is its cost. */
function costUnitsOf(source: Currency) {
  return ({ decoded: { sourceUnits }, worth, rate }: RouteOffer) =>
    positive(sourceUnits - (unitsOfWorth(source, worth.destination, rate) ?? sourceUnits));
}
