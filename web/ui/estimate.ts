import { leftToRight } from './amount.ts';
import { LOCALE } from './messages/en/language.ts';

/** An estimate given as a decimal text, to the two digits that mean something, with its symbol: `0.00011 ETH`. */
export function showEstimate(decimal: string, symbol: string): string {
  const format = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 2 });
  return leftToRight(`${format.format(Number(decimal))} ${symbol}`);
}
