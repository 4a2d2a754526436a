import type { Rate } from '#chains/chain.ts';
import { isStale } from '#kit/rate-age.ts';
import { maxToSpend } from './model/pay-plan.ts';
import { type PaymentOrder, queryRates } from './payment-order.ts';

/** What a conversion would take now, with all of its fees. */
export interface Quote {
  /** In units of the token, at the rate of this moment. */
  readonly sourceUnits: bigint;
  /** At most, if the rate moves before the payment is made. */
  readonly maxUnits: bigint;
  readonly rate: Rate;
  /** Whether the contract would refuse the rate for its age. */
  readonly isStale: boolean;
}

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
  const rates = await queryRates(first.chain, orders);
  return orders.map((order, i) => {
    const all = rates[i]?.filter((rate) => rate !== undefined) ?? [];
    return all.length === rates[i]?.length ? quoteOf(order, all) : undefined;
  });
}

function quoteOf({ conversion }: PaymentOrder, rates: readonly Rate[]): Quote | undefined {
  const [rate] = rates;
  if (conversion === undefined || rate === undefined) return undefined;
  const { maxRateAgeSeconds, slippageBps } = conversion;
  const sumOf = (units: (of: Rate) => bigint) => rates.reduce((sum, of) => sum + units(of), 0n);
  return {
    sourceUnits: sumOf(({ outUnits }) => outUnits),
    maxUnits: sumOf(({ outUnits }) => maxToSpend(outUnits, slippageBps)),
    rate,
    isStale: isStale(rate, maxRateAgeSeconds),
  };
}
