import { setImmediate as nextRound } from 'node:timers/promises';
import type { Runtime } from '#chains/nodes/runtime.ts';
import type { Activity } from '../../support/activity.ts';

/**
 * Nothing that a process has begun outside of its simulated time, and so many turns of the event loop
 * without any: then all that can happen at this moment has happened. Requests are sent after one turn, and of eight
 * blocks that are read at once each begins a turn after the one before.
 */
const QUIET_ROUNDS = 9;

/** The time of one process: it stands still until it is let pass, and then jumps from event to event. */
export interface SimulatedTime extends Pick<Runtime, 'elapsedMs' | 'sleep' | 'startTimer'> {
  /** Lets this many milliseconds pass, or fewer where `isOver` says so before. */
  pass(ms: number, isOver?: () => boolean): Promise<void>;
  /** Lets as much time pass as something needs. Throws where it waits for what never happens. */
  until<Answer>(work: Promise<Answer>): Promise<Answer>;
}

interface Event {
  readonly atMs: number;
  readonly run: () => void;
}

/** The time of a process that is busy while `activity` says so: nothing else happens meanwhile. */
export function simulatedTime(activity: Activity): SimulatedTime {
  let nowMs = 0;
  let events: Event[] = [];
  const startTimer = (ms: number, run: () => void) => {
    const event = { atMs: nowMs + Math.max(ms, 0), run };
    // Behind those of the same moment.
    const at = events.findLastIndex(({ atMs }) => atMs <= event.atMs) + 1;
    events.splice(at, 0, event);
    return () => {
      events = events.filter((one) => one !== event);
    };
  };
  const quiet = async () => {
    let seen = activity.begun();
    for (let rounds = 0; rounds < QUIET_ROUNDS; rounds += 1) {
      await activity.idle();
      await nextRound();
      if (activity.begun() === seen) continue;
      seen = activity.begun();
      rounds = 0;
    }
  };
  /** Lets the next event happen if it is due by then; false where there is none. */
  const happen = (untilMs: number): boolean => {
    const next = events[0];
    if (next === undefined || next.atMs > untilMs) return false;
    events.shift();
    nowMs = Math.max(nowMs, next.atMs);
    next.run();
    return true;
  };
  return {
    elapsedMs: () => nowMs,
    startTimer,
    sleep: (ms) =>
      new Promise<void>((resolve) => {
        startTimer(ms, resolve);
      }),
    pass: async (ms, isOver = () => false) => {
      const endMs = nowMs + ms;
      for (;;) {
        await quiet();
        if (isOver()) return;
        if (!happen(endMs)) break;
      }
      nowMs = endMs;
    },
    until: async (work) => {
      let isDone = false;
      const done = () => {
        isDone = true;
      };
      work.then(done, done);
      for (;;) {
        await quiet();
        if (isDone) return await work;
        if (!happen(Number.POSITIVE_INFINITY)) throw new Error('it waits for what never happens');
      }
    },
  };
}
