import type { Rate } from '#chains/chain.ts';
import { maxToSpend } from './model/pay-plan.ts';
import { askRates, type PaymentOrder } from './payment-order.ts';

/** What a conversion would take now, its fee in the proxy's slot included. */
export interface Quote {
  /** In units of the token, at the rate of this moment. */
  readonly sourceUnits: bigint;
  /** At most, if the rate moves before the payment is made. */
  readonly maxUnits: bigint;
  readonly rate: Rate;
  /** Whether the contract would refuse the rate for its age. */
  readonly isStale: boolean;
}

const MS_PER_SECOND = 1_000;

/**
 * The quotes of orders that share a chain, in their order and in one round trip; undefined for
 * orders that convert nothing, and where there is no rate. Refuses nothing for a rate's age, so that
 * it can be shown. Throws `Outage` when no node answers.
 */
export async function quoteOrders(
  orders: readonly PaymentOrder[],
): Promise<readonly (Quote | undefined)[]> {
  const [first] = orders;
  if (first === undefined) return [];
  const rates = await askRates(first.chain, orders);
  return orders.map((order, i) => {
    const rate = rates[i]?.[0];
    return rate && quoteOf(order, rate);
  });
}

function quoteOf({ conversion }: PaymentOrder, rate: Rate): Quote | undefined {
  if (conversion === undefined) return undefined;
  const { maxRateAgeSeconds, slippageBps } = conversion;
  const ageMs = rate.readAt.getTime() - rate.oldestAt.getTime();
  return {
    sourceUnits: rate.outUnits,
    maxUnits: maxToSpend(rate.outUnits, slippageBps),
    rate,
    isStale: maxRateAgeSeconds !== 0 && ageMs > maxRateAgeSeconds * MS_PER_SECOND,
  };
}
