/** The pauses of a loop, or of several that do the same work, which a notification ends early. */
export interface WakeUp {
  /** Wakes one loop: the one that has rested longest or, where none rests, the next that would. */
  notify(): void;
  /** Ends early at a notification, or at once if one came that has woken none so far. */
  rest(milliseconds: number): Promise<void>;
  /** Ends only after its time, or when the signal aborts. */
  restUndisturbed(milliseconds: number): Promise<void>;
}

/** A wake-up whose pauses also end when the signal aborts. */
export function openWakeUp(signal: AbortSignal): WakeUp {
  let isNotified = false;
  const sleepers = new Set<() => void>();
  const sleep = (milliseconds: number, disturbed: boolean) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        sleepers.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal.addEventListener('abort', end);
      if (disturbed) sleepers.add(end);
      if (signal.aborted) end();
    });
  return {
    notify: () => {
      // One that was woken and did not go on yet will see what this is about.
      if (isNotified) return;
      isNotified = true;
      const [longest] = sleepers;
      longest?.();
    },
    rest: async (milliseconds) => {
      // A notification during a run may be about a row that the run did not see any more.
      if (!isNotified) await sleep(milliseconds, true);
      isNotified = false;
    },
    restUndisturbed: (milliseconds) => sleep(milliseconds, false),
  };
}
