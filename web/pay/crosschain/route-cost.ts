import { DOLLARS } from '../../wallet/trusted-bridges.generated.ts';
import type { Asset } from '../../wallet/trusted-network.ts';
import type { Money } from '../link.ts';

/** Prices in cents. */
interface Price {
  readonly least: bigint;
  readonly most: bigint;
}

const DOLLAR: Price = { least: 100n, most: 100n };
/**
 * The page knows no exchange rate, so a euro is worth anything that it was worth in the last ten years. What
 * is too dear at each of these prices is refused; within them the API compares with a price feed.
 */
const EURO: Price = { least: 95n, most: 130n };
const EUROS: readonly string[] = ['EURC'];

/** What a route may cost: a share of the payment, of 100, and an amount in cents. The API's own limit may be lower. */
const SHARE_MAX = 3n;
const FIXED_MAX_CENTS = 200n;

/** No token has more decimals. */
const SCALE = 18;

/** What leaves the wallet, what of it goes elsewhere as fees, and what the payment takes. */
interface RouteAmounts {
  readonly source: Money;
  readonly feeUnits: bigint;
  readonly paid: Money;
}

/** Whether a route takes no more than the payment's worth and what it may cost; false also where a token's worth is unknown. */
export function isWorthIt({ source, paid, feeUnits }: RouteAmounts): boolean {
  const prices = pricesOf(source.asset, paid.asset);
  if (prices === undefined) return false;
  const paidWorth = worthOf(paid, prices.to.most);
  const limit = limitOf(paidWorth);
  const feeWorth = worthOf({ ...source, units: feeUnits }, prices.from.least);
  return worthOf(source, prices.from.least) <= paidWorth + limit && feeWorth <= limit;
}

/** Whether a deposit is worth what it is to bring: nobody delivers at a loss, and it would wait for its refund for hours. */
export function isDeliverable(deposit: Money, arrives: Money): boolean {
  const prices = pricesOf(deposit.asset, arrives.asset);
  if (prices === undefined) return false;
  return worthOf(deposit, prices.from.most) >= worthOf(arrives, prices.to.least);
}

/** What of the source amount is the cost of a route; undefined where the tokens have no fixed rate. */
export function costUnitsOf({
  source,
  paid,
}: Pick<RouteAmounts, 'source' | 'paid'>): bigint | undefined {
  const prices = pricesOf(source.asset, paid.asset);
  if (prices === undefined || prices.from.least !== prices.to.most) return undefined;
  const scaled = paid.units * 10n ** BigInt(source.asset.decimals);
  const plainUnits = scaled / 10n ** BigInt(paid.asset.decimals);
  return source.units > plainUnits ? source.units - plainUnits : 0n;
}

/** What one whole of the source token pays, in the decimals of a rate; rounded down, the cost of the route included. */
export function rateOf(source: Money, paid: Money): bigint {
  const whole = 10n ** BigInt(source.asset.decimals + RATE_DECIMALS);
  return (paid.units * whole) / (source.units * 10n ** BigInt(paid.asset.decimals));
}

/** The decimals in which rates are shown. */
export const RATE_DECIMALS = 4;

/** The prices of both ends; of the same money they are the same, whatever it is worth. */
function pricesOf(from: Asset, to: Asset) {
  const [one, other] = [priceOf(from), priceOf(to)];
  if (one === undefined || other === undefined) return undefined;
  const same = { least: one.most, most: one.most };
  return one === other ? { from: same, to: same } : { from: one, to: other };
}

function priceOf({ symbol }: Asset): Price | undefined {
  if (DOLLARS.includes(symbol)) return DOLLAR;
  return EUROS.includes(symbol) ? EURO : undefined;
}

function worthOf({ asset, units }: Money, cents: bigint): bigint {
  return units * 10n ** BigInt(SCALE - asset.decimals) * cents;
}

function limitOf(worth: bigint): bigint {
  return (worth * SHARE_MAX) / 100n + FIXED_MAX_CENTS * 10n ** BigInt(SCALE);
}
