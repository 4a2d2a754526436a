import { CURRENCIES, LISTED_TOKENS, NATIVE_CURRENCIES } from '#catalog/currencies.ts';
import { INVOICE_DECIMALS } from '#catalog/request-units.ts';

/** A range of amounts in the units of what is counted with the same decimals. */
export interface AmountRange {
  /** Whether it is of invoices in fiat; else of those in one of the currencies. */
  readonly isConversion: boolean;
  readonly currencyIds: readonly string[];
  readonly leastUnits?: bigint | undefined;
  readonly mostUnits?: bigint | undefined;
}

interface Decimals {
  readonly least?: string | undefined;
  readonly most?: string | undefined;
}

const idsByDecimals = Map.groupBy(
  [...CURRENCIES, ...NATIVE_CURRENCIES, ...LISTED_TOKENS],
  ({ decimals }) => decimals,
);

/**
 * What a range of human decimals is in units, for invoices in fiat and for each number of decimals that currencies have. What is
 * finer than a unit counts too: nothing below the least is in it, and nothing above the most.
 */
export function amountRanges({ least, most }: Decimals): readonly AmountRange[] {
  const rangeOf = (decimals: number) => ({
    leastUnits: least === undefined ? undefined : unitsOf(least, decimals, 'up'),
    mostUnits: most === undefined ? undefined : unitsOf(most, decimals, 'down'),
  });
  return [
    { isConversion: true, currencyIds: [], ...rangeOf(INVOICE_DECIMALS) },
    ...[...idsByDecimals].map(([decimals, currencies]) => ({
      isConversion: false,
      currencyIds: currencies.map(({ id }) => id),
      ...rangeOf(decimals),
    })),
  ];
}

function unitsOf(text: string, decimals: number, rounding: 'up' | 'down'): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0');
  const isCut = /[1-9]/.test(fraction.slice(decimals));
  return BigInt(whole + kept) + (isCut && rounding === 'up' ? 1n : 0n);
}
