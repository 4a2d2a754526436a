import { LOCALE } from './messages/en/language.ts';

const ESTIMATE = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 2 });

/** An estimate given as a decimal text, to the two digits that mean something. */
export function showEstimate(decimal: string): string {
  return ESTIMATE.format(Number(decimal));
}
