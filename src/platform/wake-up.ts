/** What a loop rests by: it can be woken. */
export interface WakeUp {
  notify(): void;
  /** Ends early when the bell rings, or at once when it rang since the last rest began to end. */
  rest(milliseconds: number): Promise<void>;
  restUndisturbed(milliseconds: number): Promise<void>;
}

/** A bell whose rests end when the signal aborts. */
export function openWakeUp(signal: AbortSignal): WakeUp {
  let rang = false;
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
      rang = true;
      wakeSleeper?.();
    },
    rest: async (milliseconds) => {
      // A ring during a run may speak of a row that the run no longer saw.
      if (!rang) await sleep(milliseconds, true);
      rang = false;
    },
    restUndisturbed: (milliseconds) => sleep(milliseconds, false),
  };
}
