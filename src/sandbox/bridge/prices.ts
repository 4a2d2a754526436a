import type { Currency } from '#catalog/currencies.ts';
import { Outage } from '#kit/failure.ts';
import { RATE_DECIMALS, readSandboxRates } from '../price-feeds.ts';
import type { BridgedNode } from './bridged-nodes.ts';

/** Decimals of a worth in dollars: no token has more. */
const WORTH_DECIMALS = 18;
const ONE_DOLLAR = 10n ** BigInt(RATE_DECIMALS);
/** Whose rate gives the price; what is not here is a dollar. */
const FEED_OF: Readonly<Record<string, string>> = {
  EURC: 'EUR',
  ETH: 'ETH',
  POL: 'POL',
  BNB: 'BNB',
};

/** What one of a token or coin costs, in dollars with 8 decimals. */
export async function readPrices(
  { node }: BridgedNode,
  symbols: readonly string[],
): Promise<(symbol: string) => bigint> {
  const rates = symbols.some((symbol) => symbol in FEED_OF) ? await readSandboxRates(node) : [];
  return (symbol) => {
    const feed = FEED_OF[symbol];
    if (feed === undefined) return ONE_DOLLAR;
    const rate = rates.find((one) => one.symbol === feed);
    if (rate === undefined) throw new Outage(`there is no rate of ${feed} on ${node.network}`);
    return rate.answer;
  };
}

/** Dollars with 18 decimals for units of a token, rounded down. */
export function worthOf({ decimals }: Pick<Currency, 'decimals'>, units: bigint, price: bigint) {
  return (units * 10n ** BigInt(WORTH_DECIMALS - decimals) * price) / ONE_DOLLAR;
}

/** The units of a token that are worth so many dollars, rounded up. */
export function unitsOf({ decimals }: Pick<Currency, 'decimals'>, worth: bigint, price: bigint) {
  const divisor = price * 10n ** BigInt(WORTH_DECIMALS - decimals);
  return (worth * ONE_DOLLAR + divisor - 1n) / divisor;
}

/** A worth as people and the provider's shapes have it, in whole cents. */
export function dollars(worth: bigint): string {
  const cents = worth / 10n ** BigInt(WORTH_DECIMALS - 2);
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}
