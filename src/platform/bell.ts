/** What a loop rests by: it can be woken. */
export interface Bell {
  ring(): void;
  /** Ends early when the bell rings, or at once when it rang since the last rest began to end. */
  rest(milliseconds: number): Promise<void>;
  restUndisturbed(milliseconds: number): Promise<void>;
}

/** A bell whose rests end when the signal aborts. */
export function openBell(signal: AbortSignal): Bell {
  let rang = false;
  let wakeUp: (() => void) | undefined;
  const sleep = (milliseconds: number, disturbed: boolean) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        wakeUp = undefined;
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal.addEventListener('abort', end);
      if (disturbed) wakeUp = end;
      if (signal.aborted) end();
    });
  return {
    ring: () => {
      rang = true;
      wakeUp?.();
    },
    rest: async (milliseconds) => {
      // A ring during a run may speak of a row that the run no longer saw.
      if (!rang) await sleep(milliseconds, true);
      rang = false;
    },
    restUndisturbed: (milliseconds) => sleep(milliseconds, false),
  };
}
