import { Refusal } from '#kit/failure.ts';
import type { Meter } from '#platform/metrics.ts';
import type { RouteProvider } from './route-provider.ts';

/** Counts what a provider makes of the quotes that it is asked for: an answer of status 200 may be wrong too. */
export function countQuotes(provider: RouteProvider, meter: Meter): RouteProvider {
  const count = (outcome: 'quoted' | 'no_route' | 'failed') =>
    meter.count('route_quotes_total', { provider: provider.name, outcome });
  return {
    ...provider,
    quote: async (query) => {
      try {
        const quote = await provider.quote(query);
        count('quoted');
        return quote;
      } catch (error) {
        count(error instanceof Refusal ? 'no_route' : 'failed');
        throw error;
      }
    },
  };
}
