import { Outage } from '#kit/failure.ts';

/** How many may work at once, and how the others wait. */
export interface SemaphoreLimits {
  readonly atOnceMax: number;
  readonly waitingMax: number;
  /** How long a caller waits for a permit, in milliseconds. */
  readonly waitMs: number;
}

/**
 * Calls that keep a database connection while they query a node, as those with an `Idempotency-Key`
 * do: their answer is stored in the transaction that makes it. Three of the ten that a process has
 * by default: however slow a node is, the other calls and the settling of payments have theirs.
 * Waiting calls use no connection, and fail before their callers time out.
 */
export const NODE_CALL_LIMITS: SemaphoreLimits = { atOnceMax: 3, waitingMax: 100, waitMs: 10_000 };

/** Runs work once it has a permit; throws `Outage` when too many wait, or none was free in time. */
export type RunLimited = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Runs a few at a time; the others follow in the order of their calls. */
export function openSemaphore({ atOnceMax, waitingMax, waitMs }: SemaphoreLimits): RunLimited {
  let working = 0;
  const waiting = new Set<() => void>();
  const acquire = async (): Promise<void> => {
    if (working < atOnceMax) {
      working += 1;
      return;
    }
    if (waiting.size >= waitingMax) throw new Outage(`${waitingMax} calls wait for a node already`);
    await waitIn(waiting, waitMs);
  };
  const done = (): void => {
    const [next] = waiting;
    if (next === undefined) working -= 1;
    // The place passes on, so that nobody who asks in this moment comes before.
    else next();
  };
  return async (work) => {
    await acquire();
    try {
      return await work();
    } finally {
      done();
    }
  };
}

async function waitIn(waiting: Set<() => void>, waitMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const enter = () => {
    clearTimeout(timer);
    waiting.delete(enter);
    resolve();
  };
  const timer = setTimeout(() => {
    waiting.delete(enter);
    reject(new Outage(`the calls before took longer than ${waitMs} ms`));
  }, waitMs);
  waiting.add(enter);
  await promise;
}
