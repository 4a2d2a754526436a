import type { Clock } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import { openShortCache } from '#kit/short-cache.ts';
import { nameOfQuery, type RouteProvider, type RouteQuote } from './route-provider.ts';

/** Prices of bridges hold far longer; a page reads its options and then its transactions within this. */
const QUOTE_AGE_MS_MAX = 10_000;
/** A quote is some kilobytes. */
const QUOTES_MAX = 500;

/**
 * Keeps quotes and refusals for some seconds, by everything that was asked: payer, route, amount and call.
 * Calls of the same moment share one request. An outage is not kept.
 */
export function cacheQuotes(provider: RouteProvider, now: Clock): RouteProvider {
  const cache = openShortCache<RouteQuote>({
    ageMsMax: QUOTE_AGE_MS_MAX,
    entriesMax: QUOTES_MAX,
    keepsFailure: (failure) => failure instanceof Refusal,
  });
  return {
    ...provider,
    quote: (query) => {
      const read = query.isFresh === true ? cache.refresh : cache.get;
      return read(nameOfQuery(query), now().getTime(), () => provider.quote(query));
    },
  };
}
