import type { Currency } from '#catalog/currencies.ts';
import { parseAmount, printAmount } from '#kit/amount.ts';
import { Refusal } from '#kit/failure.ts';
import { rateNeededFor, WORTH_DECIMALS, worthOf } from './worth.ts';

/** How much more than the payment's worth a route may take; see `ROUTE_COST_MAX_BPS`. */
interface CostLimit {
  /** Of 10,000. */
  readonly bps: number;
  /** In dollars. */
  readonly fixedUsd: string;
}

/** What leaves the payer and what the payment takes, in dollars with 18 decimals. */
interface RouteWorth {
  readonly source: bigint;
  readonly destination: bigint;
}

const ONE_DOLLAR = 10n ** BigInt(WORTH_DECIMALS);
const ALL_BPS = 10_000n;
/** No limit is written with more. */
const CENT_DECIMALS = 6;

/** Refuses (400) a payment that is not above one dollar: fees of bridges are fixed in part. */
export function checkWorthRoute(destination: bigint): void {
  if (destination > ONE_DOLLAR) return;
  const message = `It must be above 1 USD from another network; this is ${dollarsOf(destination)} USD`;
  throw new Refusal('amount_too_low_for_route', 400, message);
}

/** Whether a payment can be above one dollar, at any rate: what has no worth cannot. */
export function canBeWorthRoute(
  currency: Pick<Currency, 'symbol' | 'type' | 'decimals'>,
  units: bigint,
): boolean {
  const worth = worthOf(currency, units, undefined);
  return worth === undefined ? rateNeededFor(currency) !== undefined : worth > ONE_DOLLAR;
}

/** Refuses (400) a route that takes more from the payer than the limit allows above what the payment takes. */
export function checkCost({ source, destination }: RouteWorth, limit: CostLimit): void {
  const rule = { field: 'the limit', decimals: CENT_DECIMALS, symbol: 'USD' };
  const fixed = parseAmount(limit.fixedUsd, rule) * 10n ** BigInt(WORTH_DECIMALS - CENT_DECIMALS);
  const allowed = (destination * BigInt(limit.bps)) / ALL_BPS + fixed;
  const cost = source - destination;
  if (cost <= allowed) return;
  const message = `The route costs ${dollarsOf(cost)} USD, above the limit of ${dollarsOf(allowed)} USD`;
  throw new Refusal('route_too_expensive', 400, message);
}

/** A worth in dollars and cents for people, rounded down. */
export function dollarsOf(worth: bigint): string {
  return printAmount(worth / 10n ** BigInt(WORTH_DECIMALS - 2), 2);
}
