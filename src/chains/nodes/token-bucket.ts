import { setTimeout as sleepInProcess } from 'node:timers/promises';
import { elapsedMs as elapsedMsOfProcess } from '#kit/clock.ts';

/** Waits until so many calls may be sent to a node, in the order of requests. */
export type AcquireToken = (questions: number) => Promise<void>;

/** How time passes: since some moment, and by waiting. */
interface Pace {
  readonly elapsedMs: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/**
 * Lets so many questions a second pass in the long run, and those of one second at once. Questions that
 * belong together pass together: they may overdraw, and what comes after them waits the longer.
 */
export function openTokenBucket(
  perSecond: number,
  { elapsedMs, sleep }: Pace = { elapsedMs: elapsedMsOfProcess, sleep: sleepInProcess },
): AcquireToken {
  let tokens = perSecond;
  let filledAtMs = elapsedMs();
  let last: Promise<void> = Promise.resolve();
  const fill = () => {
    const nowMs = elapsedMs();
    tokens = Math.min(perSecond, tokens + ((nowMs - filledAtMs) * perSecond) / 1_000);
    filledAtMs = nowMs;
  };
  const take = async (questions: number) => {
    fill();
    if (tokens < 1) {
      await sleep(((1 - tokens) * 1_000) / perSecond);
      fill();
    }
    tokens -= questions;
  };
  return (questions) => {
    last = last.then(() => take(questions));
    return last;
  };
}
