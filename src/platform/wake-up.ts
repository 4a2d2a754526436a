/** The pauses of a loop, which a notification ends early. */
export interface WakeUp {
  notify(): void;
  /** Ends early at a notification, or at once if one came since the last pause. */
  rest(milliseconds: number): Promise<void>;
  /** Ends only after its time, or when the signal aborts. */
  restUndisturbed(milliseconds: number): Promise<void>;
}

/** A wake-up whose pauses also end when the signal aborts. */
export function openWakeUp(signal: AbortSignal): WakeUp {
  let isNotified = false;
  let wakeSleeper: (() => void) | undefined;
  const sleep = (milliseconds: number, disturbed: boolean) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        wakeSleeper = undefined;
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal.addEventListener('abort', end);
      if (disturbed) wakeSleeper = end;
      if (signal.aborted) end();
    });
  return {
    notify: () => {
      isNotified = true;
      wakeSleeper?.();
    },
    rest: async (milliseconds) => {
      // A notification during a run may be about a row that the run did not see any more.
      if (!isNotified) await sleep(milliseconds, true);
      isNotified = false;
    },
    restUndisturbed: (milliseconds) => sleep(milliseconds, false),
  };
}
