import type { Clock } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import type { RouteProvider, RouteQuery, RouteQuote } from './route-provider.ts';

/** Prices of bridges hold far longer; a page reads its options and then its transactions within this. */
const QUOTE_AGE_MS_MAX = 10_000;
/** A quote is some kilobytes. */
const QUOTES_MAX = 500;

interface Cached {
  readonly quote: Promise<RouteQuote>;
  readonly at: number;
}

/**
 * Keeps quotes and refusals for some seconds, by everything that was asked: payer, route, amount and call.
 * Calls of the same moment share one request. An outage is not kept.
 */
export function cacheQuotes(provider: RouteProvider, now: Clock): RouteProvider {
  const cache = new Map<string, Cached>();
  return {
    ...provider,
    quote: (query) => {
      const key = keyOf(query);
      const at = now().getTime();
      const cached = query.isFresh === true ? undefined : cache.get(key);
      if (cached !== undefined && at - cached.at < QUOTE_AGE_MS_MAX) return cached.quote;
      const quote = provider.quote(query);
      const entry = { quote, at };
      cache.delete(key);
      cache.set(key, entry);
      quote.catch((error: unknown) => {
        if (!(error instanceof Refusal) && cache.get(key) === entry) cache.delete(key);
      });
      for (const oldest of cache.keys()) {
        if (cache.size <= QUOTES_MAX) break;
        cache.delete(oldest);
      }
      return quote;
    },
  };
}

function keyOf({ source, destination, payer, outputUnits, call }: RouteQuery): string {
  const tokens = [source, destination].flatMap(({ chainId, tokenAddress }) => [
    chainId,
    tokenAddress.toLowerCase(),
  ]);
  return [...tokens, payer.toLowerCase(), outputUnits, call.to.toLowerCase(), call.data].join(' ');
}
