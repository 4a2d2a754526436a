import { leftToRight } from './amount.ts';
import { LOCALE } from './messages/en/language.ts';

/** Less than this is called less than this. */
const CENT = 0.01;

/**
 * An estimate given as a decimal text, to the two digits that mean something, with its symbol: `0.00011 ETH`. Behind it what that is
 * in dollars, to the cent, where it is known: `0.00011 ETH (US$0.35)`.
 */
export function showEstimate(decimal: string, symbol: string, dollars?: string): string {
  const format = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 2 });
  const worth = dollars === undefined ? '' : ` (${showDollars(Number(dollars))})`;
  return leftToRight(`${format.format(Number(decimal))} ${symbol}${worth}`);
}

function showDollars(dollars: number): string {
  const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' });
  return dollars < CENT ? `< ${format.format(CENT)}` : format.format(dollars);
}
