/** Returns the time. Passed in everywhere, so that a test or a simulation can set it. */
export type Clock = () => Date;

/** The machine's clock; the only place that reads it. */
export const systemClock: Clock = () => new Date();

/** A clock that stands still until it is moved. */
export function manualClock(start: Date): Clock & { advance(milliseconds: number): void } {
  let now = start.getTime();
  return Object.assign(() => new Date(now), {
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
  });
}

/** The time of another clock, moved ahead by an offset that can be changed. */
export interface OffsetClock {
  readonly now: Clock;
  /** How far ahead it is, in milliseconds. */
  readonly offsetMs: number;
  /** Sets how far ahead it is, and calls whoever waits for that. */
  moveTo(offsetMs: number): void;
  /** Calls back after each move; the answer ends that. */
  onMove(listener: () => void): () => void;
}

/** A clock that shows the time of this one until it is moved. */
export function offsetClock(clock: Clock = systemClock): OffsetClock {
  const listeners = new Set<() => void>();
  let offset = 0;
  return {
    now: () => new Date(clock().getTime() + offset),
    get offsetMs() {
      return offset;
    },
    moveTo: (offsetMs) => {
      if (offsetMs === offset) return;
      offset = offsetMs;
      for (const listener of listeners) listener();
    },
    onMove: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A time as the wire writes it: `2026-01-02T03:04:05.000Z`. */
export function isoTime(time: Date): string {
  return time.toISOString();
}

/** A time in whole seconds since 1970, rounded down. */
export function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}

/** Milliseconds since an arbitrary start, for durations only: it never jumps with the wall clock. */
export function elapsedMs(): number {
  return performance.now();
}

/** Milliseconds since this process began, what it took to load its modules included. */
export function processAgeMs(): number {
  return performance.now();
}
