/** A decimal for people: its whole part in groups of three digits, all decimals as they are, and its symbol where one is given. */
export function amountText(decimal: string, symbol = ''): string {
  const [whole = '', ...decimals] = decimal.split('.');
  const grouped = [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.');
  return symbol === '' ? grouped : `${grouped} ${symbol}`;
}
