import type { Clock } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';

/** How the calls of a service went, as this process has seen it. */
export interface CallObservation {
  /** How long the last answer took, and when it came; null where there was none. */
  readonly latencyMs: number | null;
  readonly answeredAt: Date | null;
  /** How many calls failed, and how the last one of these did. */
  readonly errors: number;
  readonly lastError: string | null;
}

/** Keeps how calls of a service go. */
export interface CallObserver {
  /** Makes a call; a refusal is an answer. */
  observe<Answer>(call: () => Promise<Answer>): Promise<Answer>;
  observed(): CallObservation;
}

/** Opens an observer that has seen nothing yet. */
export function observeCalls(elapsedMs: () => number, now: Clock): CallObserver {
  let seen: CallObservation = { latencyMs: null, answeredAt: null, errors: 0, lastError: null };
  return {
    observe: async (call) => {
      const startedMs = elapsedMs();
      const answered = () => ({ latencyMs: elapsedMs() - startedMs, answeredAt: now() });
      try {
        const answer = await call();
        seen = { ...seen, ...answered() };
        return answer;
      } catch (error) {
        if (error instanceof Refusal) seen = { ...seen, ...answered() };
        else seen = { ...seen, errors: seen.errors + 1, lastError: messageOf(error) };
        throw error;
      }
    },
    observed: () => seen,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
