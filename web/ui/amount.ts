import { DECIMAL_SIGN, DIRECTION, GROUP_SIGN, GROUPED_FROM } from './messages/en/language.ts';

/**
 * An amount for people, as the language of the page writes numbers: digits grouped, every decimal that counts and never
 * fewer than two where the token has them. Exact; nothing is rounded away.
 */
export function showAmount(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const shown = fraction.padEnd(Math.min(2, decimals), '0');
  const integer = groupDigits(whole);
  return shown === '' ? integer : `${integer}${DECIMAL_SIGN}${shown}`;
}

/** The digits of a whole number in groups of three, as the language writes them. */
export function groupDigits(whole: string): string {
  return whole.length < GROUPED_FROM ? whole : whole.replace(/\B(?=(...)+$)/g, GROUP_SIGN);
}

/** An amount with its symbol: `12.50 USDC`. */
export function withSymbol(units: bigint, decimals: number, symbol: string): string {
  return leftToRight(`${showAmount(units, decimals)} ${symbol}`);
}

/** A text that keeps its order within one that is read from right to left: by characters that are not seen. */
export function leftToRight(text: string): string {
  return DIRECTION === 'rtl' ? `\u2066${text}\u2069` : text;
}

/** A decimal text in units; undefined for anything else, and where it has more decimals. */
export function unitsOf(decimal: string, decimals: number): bigint | undefined {
  const match = /^([0-9]{1,78})(?:\.([0-9]{1,30}))?$/.exec(decimal);
  const fraction = match?.[2] ?? '';
  if (match === null || fraction.length > decimals) return undefined;
  return BigInt(`${match[1]}${fraction.padEnd(decimals, '0')}`);
}
