import { groupDigits } from '../../ui/amount.ts';

/** A decimal for people: its whole part in groups of three digits, all decimals as they are, and its symbol where one is given. */
export function amountText(decimal: string, symbol = ''): string {
  const [whole = '', ...decimals] = decimal.split('.');
  const grouped = [groupDigits(whole), ...decimals].join('.');
  return symbol === '' ? grouped : `${grouped} ${symbol}`;
}
