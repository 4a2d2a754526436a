import type { Currency } from '#catalog/currencies.ts';
import { scaleUp } from '#kit/amount.ts';
import { isDollar } from '#modules/fees/index.ts';

type Fees = readonly { readonly amountUnits: bigint }[];

/**
 * What fees that are paid by themselves take together of the token that a route starts with: one dollar for one, each rounded up.
 * Undefined where one of the two tokens is no dollar, as there is no rate that both sides agreed on; 0 without fees.
 */
export function sourceFeeUnits(
  fees: Fees | undefined,
  currency: Currency,
  source: Currency,
): bigint | undefined {
  if (fees === undefined || fees.length === 0) return 0n;
  if (!isDollar(currency) || !isDollar(source)) return undefined;
  return fees.reduce(
    (sum, { amountUnits }) => sum + scaleUp(amountUnits, currency.decimals, source.decimals),
    0n,
  );
}
