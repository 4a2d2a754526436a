import { INVOICE_DECIMALS } from '#catalog/request-units.ts';
import { printAmount } from '#kit/amount.ts';

/**
 * Units of a coin with so many decimals in dollars, as a human decimal to a hundred-millionth of one; the price is that of one coin in
 * dollars with eight decimals.
 */
export function dollarsOf(units: bigint, coinDollarUnits: bigint, decimals: number): string {
  return printAmount((units * coinDollarUnits) / 10n ** BigInt(decimals), INVOICE_DECIMALS);
}
