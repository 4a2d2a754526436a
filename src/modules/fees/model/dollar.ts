import type { Currency, FiatCurrency } from '#catalog/currencies.ts';

/**
 * The stablecoins that count one to one as dollars; the faucet token counts as one on its test
 * network. Fees have caps in dollars, so of other currencies none are planned.
 */
const DOLLAR_SYMBOLS: readonly string[] = ['USDC', 'USDT', 'DAI', 'USDS', 'FAU'];

/** Dollars as a country's money, in which invoices are written. */
const DOLLAR_CODE = 'USD';

/** Every dollar of ours has at least as many decimals, so that an amount of them is never rounded. */
const DOLLAR_DECIMALS_MAX = 6;

/** Whether amounts of a currency are amounts of dollars. */
export function isDollar({
  symbol,
  type,
}: Pick<Currency | FiatCurrency, 'symbol' | 'type'>): boolean {
  if (type === 'ISO4217') return symbol === DOLLAR_CODE;
  return type !== 'ETH' && DOLLAR_SYMBOLS.includes(symbol);
}

/** A plain decimal with at most six digits after the point, and a limited number before it. */
const DOLLARS = new RegExp(`^(0|[1-9][0-9]{0,11})(?:\\.([0-9]{1,${DOLLAR_DECIMALS_MAX}}))?$`);

/** Whether a text is an amount of dollars such as `20` or `3.99`. */
export function isDollarText(text: string): boolean {
  return DOLLARS.test(text);
}

/**
 * The units of a dollar currency that a text says; exact for currencies of six decimals or more,
 * else rounded down. `text` must pass `isDollarText`.
 */
export function dollarUnits(text: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  const millionths = BigInt(whole + fraction.padEnd(DOLLAR_DECIMALS_MAX, '0'));
  return (millionths * 10n ** BigInt(decimals)) / 10n ** BigInt(DOLLAR_DECIMALS_MAX);
}
