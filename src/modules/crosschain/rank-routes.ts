import type { Currency } from '#catalog/currencies.ts';
import type { Network } from '#catalog/networks.ts';
import { printAmount } from '#kit/amount.ts';
import { dollarsOf } from './model/route-cost.ts';
import { rateNeededFor, unitsOfWorth } from './model/worth.ts';
import type { RouteOffer } from './quote-route.ts';

/** A route that a wallet can pay by, and what it costs above the payment. */
export interface RankedRoute {
  readonly network: Network;
  readonly currency: Currency;
  /** Human decimals: in the source token, and in dollars. */
  readonly cost: string;
  readonly costUsd: string;
  /** Whether a price feed was needed. */
  readonly isRated: boolean;
  /** In the currency of the payment. */
  readonly costUnits: bigint;
  readonly durationSeconds: number;
  readonly provider: string;
  /** The contract that takes the token. */
  readonly spender: string;
}

/** Sorts offers by what they cost, and then by how long they take. */
export function rankRoutes(
  offers: readonly RouteOffer[],
  destination: Currency,
): readonly RankedRoute[] {
  const ranked = offers.map((offer) => ({ offer, cost: costOf(offer) }));
  ranked.sort(
    (one, other) =>
      Number(one.cost > other.cost) - Number(one.cost < other.cost) ||
      one.offer.quote.durationSeconds - other.offer.quote.durationSeconds,
  );
  return ranked.map(({ offer, cost }) => {
    const { source, quote, decoded, rate, provider } = offer;
    const { currency } = source;
    return {
      network: source.chain.network,
      currency,
      cost: printAmount(unitsOfWorth(currency, cost, rate) ?? 0n, currency.decimals),
      costUsd: dollarsOf(cost),
      isRated: [currency, destination].some((one) => rateNeededFor(one) !== undefined),
      costUnits: unitsOfWorth(destination, cost, rate) ?? 0n,
      durationSeconds: quote.durationSeconds,
      provider,
      spender: decoded.spender,
    };
  });
}

function costOf({ worth }: RouteOffer): bigint {
  const cost = worth.source - worth.destination;
  return cost > 0n ? cost : 0n;
}
