import type { Clock } from '#kit/clock.ts';
import { observeCalls } from './observe-calls.ts';
import type { RouteProvider } from './route-provider.ts';

interface ObserveParts {
  readonly elapsedMs: () => number;
  readonly now: Clock;
}

/** Keeps how long a provider took for its last answer, and how often it failed; a refusal is an answer. */
export function observeProvider(
  provider: RouteProvider,
  { elapsedMs, now }: ObserveParts,
): Required<RouteProvider> {
  const { observe, observed } = observeCalls(elapsedMs, now);
  return {
    ...provider,
    quote: (query) => observe(() => provider.quote(query)),
    readStatus: (query) => observe(() => provider.readStatus(query)),
    observed,
  };
}
