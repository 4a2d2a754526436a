import {
  ALIASES,
  CURRENCIES,
  type Currency,
  currencyById,
  FIAT_CURRENCIES,
  type FiatCurrency,
  fiatByCode,
  LISTED_TOKENS,
  NATIVE_CURRENCIES,
} from '#catalog/currencies.ts';

/** Any row of the catalog. */
export type CatalogCurrency = Currency | FiatCurrency;

/** The filter; members that are left out match all. */
export interface CurrencyFilter {
  /** In any accepted spelling. */
  readonly id?: string | undefined;
  /** A network's id, or `fiat`. */
  readonly network?: string | undefined;
  /** Of the currency, or of another spelling of its id; upper and lower case count. */
  readonly symbol?: string | undefined;
}

/** The whole catalog: curated ones first, so that the first of several is the expected one. */
const CATALOG: readonly CatalogCurrency[] = [
  ...CURRENCIES,
  ...NATIVE_CURRENCIES,
  ...FIAT_CURRENCIES,
  ...LISTED_TOKENS,
];

/** The symbols of other spellings by the id that they mean: `USDT-matic` is also `USDT0`. */
const OTHER_SYMBOLS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values(ALIASES).map((id) => [id, otherSymbolsOf(id)]),
);

function otherSymbolsOf(id: string): readonly string[] {
  const network = currencyById(id)?.network ?? '';
  return Object.entries(ALIASES)
    .filter(([, listed]) => listed === id)
    .map(([alias]) => alias.slice(0, -`-${network}`.length));
}

/** The token, coin or fiat currency with this id, in any accepted spelling. */
export function catalogCurrency(id: string): CatalogCurrency | undefined {
  return fiatByCode(id) ?? currencyById(id);
}

/** What fits all of the filter, in the catalog's order. */
export function matchCurrencies({
  id,
  network,
  symbol,
}: CurrencyFilter): readonly CatalogCurrency[] {
  const named =
    id === undefined ? CATALOG : [catalogCurrency(id)].filter((row) => row !== undefined);
  return named.filter(
    (row) =>
      (network === undefined || row.network === network) &&
      (symbol === undefined || row.symbol === symbol || isOtherSymbol(row, symbol)),
  );
}

function isOtherSymbol({ id }: CatalogCurrency, symbol: string): boolean {
  return OTHER_SYMBOLS.get(id)?.includes(symbol) === true;
}
