import { openBackOff } from '#kit/back-off.ts';

/** So many failures in a row are no coincidence. */
const FAILURES_MAX = 3;
/** How long no request is sent then. */
const REST = { firstMs: 1_000, mostMs: 15_000 };
/** No server is left alone for longer, whatever it asks for. */
const ASKED_REST_MS_MAX = 10 * 60_000;

/** Whether a server may be called: always, not for a while, or once, to see whether it is back. */
export type Passage = 'open' | 'suspended' | 'probe';

/** What happened to a request. */
interface Failed {
  readonly startedAtMs: number;
  readonly nowMs: number;
  /** How long the server asks to be left alone. */
  readonly retryAfterMs: number | undefined;
}

/** Leaves a server alone that fails again and again, and then lets one request through to try it. */
export interface Breaker {
  passage(nowMs: number): Passage;
  /** Whether the server itself asked to be left alone until later. */
  hasAskedForRest(nowMs: number): boolean;
  /** Says that a request begins; false where none may. */
  begin(nowMs: number): boolean;
  /** Returns whether the server was being left alone until now. */
  succeeded(nowMs: number): boolean;
  /** Answers for how long the server is left alone from now on, in milliseconds, if at all. */
  failed(failure: Failed): number | undefined;
  /** Records the end of a request that has no result about the server. */
  ended(): void;
  /** Failures in a row. */
  readonly failures: number;
}

/** A circuit breaker for a server without history; times are passed in. */
export function openBreaker(): Breaker {
  let failures = 0;
  let failedAtMs = Number.NEGATIVE_INFINITY;
  const backOff = openBackOff(REST);
  let untilMs = Number.NEGATIVE_INFINITY;
  /** The pause that the server requested, which no answer to an earlier request ends. */
  let askedUntilMs = Number.NEGATIVE_INFINITY;
  let isOut = false;
  let wasProbed = false;
  const passage = (nowMs: number): Passage => {
    if (nowMs < askedUntilMs) return 'suspended';
    if (!isOut) return 'open';
    return nowMs < untilMs || wasProbed ? 'suspended' : 'probe';
  };
  const leaveAlone = (nowMs: number, retryAfterMs: number | undefined) => {
    isOut = true;
    if (retryAfterMs !== undefined) {
      const queried = Math.min(retryAfterMs, ASKED_REST_MS_MAX);
      askedUntilMs = Math.max(askedUntilMs, nowMs + queried);
      return queried;
    }
    const restMs = backOff.next();
    untilMs = nowMs + restMs;
    return restMs;
  };
  return {
    passage,
    hasAskedForRest: (nowMs) => nowMs < askedUntilMs,
    begin: (nowMs) => {
      const now = passage(nowMs);
      if (now === 'probe') wasProbed = true;
      return now !== 'suspended';
    },
    succeeded: (nowMs) => {
      const wasOut = isOut;
      wasProbed = false;
      failures = 0;
      backOff.reset();
      isOut = nowMs < askedUntilMs;
      return wasOut && !isOut;
    },
    failed: ({ startedAtMs, nowMs, retryAfterMs }) => {
      wasProbed = false;
      // Requests that ran at the same time and ended together are one failure, not many.
      if (startedAtMs < failedAtMs && retryAfterMs === undefined) return undefined;
      failedAtMs = nowMs;
      failures += 1;
      if (!isOut && failures < FAILURES_MAX && retryAfterMs === undefined) return undefined;
      return leaveAlone(nowMs, retryAfterMs);
    },
    ended: () => {
      wasProbed = false;
    },
    get failures() {
      return failures;
    },
  };
}
