import {
  type CatalogCurrency,
  type CurrencyFilter,
  matchCurrencies,
} from './model/match-currencies.ts';
import { tokenNotFound } from './model/token-not-found.ts';

interface CurrenciesAsked extends CurrencyFilter {
  /** Of several, only the first. */
  readonly firstOnly: boolean;
}

/**
 * The currencies that fit a filter; where an id or only the first is selected, that one by itself.
 * Refuses (404) when nothing fits.
 */
export function listCurrencies(
  asked: CurrenciesAsked,
): CatalogCurrency | readonly CatalogCurrency[] {
  const found = matchCurrencies(asked);
  const [first] = found;
  if (first === undefined) throw tokenNotFound();
  return asked.firstOnly || asked.id !== undefined ? first : found;
}
