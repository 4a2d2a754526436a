import { type Currency, fiatByCode } from '#catalog/currencies.ts';
import { isDollar } from '#modules/fees/index.ts';

/** Decimals of a worth: no stablecoin has more. */
export const WORTH_DECIMALS = 18;

/** What one currency is in dollars: so many units of a worth for so many of the currency, of 10^-18 each. */
export interface FiatRate {
  readonly code: string;
  readonly units: bigint;
  readonly dollarUnits: bigint;
}

/** Stablecoins of another country's money, and its code. */
const FIAT_OF: Readonly<Record<string, string>> = { EURC: 'EUR' };

/** The fiat currency whose rate a currency's worth needs; undefined for dollars, and for what has no worth here. */
export function rateNeededFor({ symbol, type }: Pick<Currency, 'symbol' | 'type'>) {
  const code = type === 'ETH' ? undefined : FIAT_OF[symbol];
  return code === undefined ? undefined : fiatByCode(code)?.id;
}

/**
 * What units of a currency are worth in dollars, with 18 decimals, rounded down; a stablecoin of the dollar counts as
 * one. Undefined for other currencies without a rate.
 */
export function worthOf(
  currency: Pick<Currency, 'symbol' | 'type' | 'decimals'>,
  units: bigint,
  rate: FiatRate | undefined,
): bigint | undefined {
  const scaled = units * 10n ** BigInt(WORTH_DECIMALS - currency.decimals);
  if (isDollar(currency)) return scaled;
  const code = rateNeededFor(currency);
  if (code === undefined || rate === undefined || rate.code !== code || rate.units === 0n) {
    return undefined;
  }
  return (scaled * rate.dollarUnits) / rate.units;
}

/** The units of a currency that a worth buys, rounded up; undefined as in `worthOf`. */
export function unitsOfWorth(
  currency: Pick<Currency, 'symbol' | 'type' | 'decimals'>,
  worth: bigint,
  rate: FiatRate | undefined,
): bigint | undefined {
  const one = 10n ** BigInt(currency.decimals);
  const worthOfOne = worthOf(currency, one, rate);
  if (worthOfOne === undefined || worthOfOne === 0n) return undefined;
  return (worth * one + worthOfOne - 1n) / worthOfOne;
}
