import { Refusal } from '#kit/failure.ts';
import type { ProviderObservation, RouteProvider } from './route-provider.ts';

/** Keeps how long a provider took for its last answer, and how often it failed; a refusal is an answer. */
export function observeProvider(
  provider: RouteProvider,
  elapsedMs: () => number,
): Required<RouteProvider> {
  let seen: ProviderObservation = { latencyMs: null, errors: 0, lastError: null };
  const observe = async <Answer>(read: () => Promise<Answer>): Promise<Answer> => {
    const startedMs = elapsedMs();
    try {
      const answer = await read();
      seen = { ...seen, latencyMs: elapsedMs() - startedMs };
      return answer;
    } catch (error) {
      if (error instanceof Refusal) seen = { ...seen, latencyMs: elapsedMs() - startedMs };
      else seen = { ...seen, errors: seen.errors + 1, lastError: messageOf(error) };
      throw error;
    }
  };
  return {
    ...provider,
    quote: (query) => observe(() => provider.quote(query)),
    readStatus: (query) => observe(() => provider.readStatus(query)),
    observed: () => seen,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
