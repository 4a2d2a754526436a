/** Counts what a process has begun and not ended, of what is not part of its simulated time. */
export interface Activity {
  begin(): void;
  end(): void;
  /** How much was begun so far. */
  begun(): number;
  /** Resolves once nothing is under way. */
  idle(): Promise<void>;
}

/** Nothing is under way yet. */
export function newActivity(): Activity {
  let begun = 0;
  let underway = 0;
  let waiting: (() => void)[] = [];
  return {
    begin: () => {
      begun += 1;
      underway += 1;
    },
    end: () => {
      underway -= 1;
      if (underway > 0) return;
      for (const resolve of waiting.splice(0)) resolve();
      waiting = [];
    },
    begun: () => begun,
    idle: () =>
      underway === 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            waiting.push(resolve);
          }),
  };
}
