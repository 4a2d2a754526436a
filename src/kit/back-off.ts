/** How long to wait before trying again: doubled with each failure in a row, up to the most. */
export interface BackOffRule {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** Enough doublings to pass any most; more would overflow to infinity. */
const DOUBLINGS_MAX = 52;

/** The wait after so many failures in a row, the first being 1. */
export function backOffMs({ firstMs, mostMs }: BackOffRule, failures: number): number {
  return Math.min(firstMs * 2 ** Math.min(failures - 1, DOUBLINGS_MAX), mostMs);
}

/** Counts failures in a row. The caller waits, on the clock that it has. */
export interface BackOff {
  /** Counts one failure and returns how long to wait after it. */
  next(): number;
  /** Ends the row of failures: the next wait is the first one again. */
  reset(): void;
  /** Makes every wait the longest until the next reset. */
  setLongest(): void;
}

/** A back-off that has seen no failure yet. */
export function openBackOff(rule: BackOffRule): BackOff {
  let failures = 0;
  return {
    next: () => {
      failures += 1;
      return backOffMs(rule, failures);
    },
    reset: () => {
      failures = 0;
    },
    setLongest: () => {
      failures = Number.POSITIVE_INFINITY;
    },
  };
}
