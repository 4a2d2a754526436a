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
