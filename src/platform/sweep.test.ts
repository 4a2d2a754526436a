import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { runSweeps, type Sweep } from './sweep.ts';

const log = pino({ level: 'silent' });
/** Longer than any test: a sweep that runs again was not woken by the clock. */
const NEVER_MS = 3_600_000;

/** A hand-wound NOTIFY. */
function makeWake() {
  const listeners = new Map<string, () => void>();
  return {
    notify: (channel: string) => listeners.get(channel)?.(),
    listeners,
    wake: (channel: string, listener: () => void) => {
      listeners.set(channel, listener);
      return () => listeners.delete(channel);
    },
  };
}

/** A sweep that returns the given results, and how often it ran. */
function makeSweep(answers: readonly (number | Error)[], more: Partial<Sweep<null>> = {}) {
  const runs: number[] = [];
  const sweep: Sweep<null> = {
    name: 'count',
    everyMs: NEVER_MS,
    batchMax: 10,
    ...more,
    run: async () => {
      const answer = answers[runs.length] ?? 0;
      runs.push(runs.length);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { sweep, runs };
}

describe('a sweep', () => {
  it('takes the next batch at once after a full one, and then pauses', async () => {
    const { sweep, runs } = makeSweep([10, 10, 3, 10]);
    const stop = new AbortController();
    const done = runSweeps([sweep], { ctx: null, log }, stop.signal);
    await expect.poll(() => runs.length).toBe(3);
    stop.abort();
    await done;
    expect(runs.length).toBe(3);
  });

  it('runs again after its time', async () => {
    const { sweep, runs } = makeSweep([], { everyMs: 1 });
    const stop = new AbortController();
    const done = runSweeps([sweep], { ctx: null, log }, stop.signal);
    await expect.poll(() => runs.length).toBeGreaterThan(3);
    stop.abort();
    await done;
  });

  it('is woken by its channel', async () => {
    const { sweep, runs } = makeSweep([], { channel: 'florin_test' });
    const wakeUp = makeWake();
    const stop = new AbortController();
    const done = runSweeps([sweep], { ctx: null, log, wake: wakeUp.wake }, stop.signal);
    await expect.poll(() => runs.length).toBe(1);
    wakeUp.notify('florin_test');
    await expect.poll(() => runs.length).toBe(2);
    stop.abort();
    await done;
    expect(wakeUp.listeners.size).toBe(0);
  });

  // Otherwise a row committed during the run would wait for the slow poll.
  it('is woken when the time was moved, also without a channel', async () => {
    const { sweep, runs } = makeSweep([]);
    const listeners = new Set<() => void>();
    const onTimeMoved = (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    const stop = new AbortController();
    const done = runSweeps([sweep], { ctx: null, log, onTimeMoved }, stop.signal);
    await expect.poll(() => runs.length).toBe(1);
    for (const listener of listeners) listener();
    await expect.poll(() => runs.length).toBe(2);
    stop.abort();
    await done;
    expect(listeners.size).toBe(0);
  });

  it('runs again when it was woken during a run', async () => {
    const wakeUp = makeWake();
    const runs: number[] = [];
    const sweep: Sweep<null> = {
      name: 'look',
      everyMs: NEVER_MS,
      batchMax: 10,
      channel: 'florin_test',
      run: async () => {
        if (runs.push(1) === 1) wakeUp.notify('florin_test');
        return 0;
      },
    };
    const stop = new AbortController();
    const done = runSweeps([sweep], { ctx: null, log, wake: wakeUp.wake }, stop.signal);
    await expect.poll(() => runs.length).toBe(2);
    stop.abort();
    await done;
  });

  it('continues after a failure and does not stop the others', async () => {
    const failing = makeSweep([new Error('no'), new Error('no'), 0], { everyMs: 1 });
    const other = makeSweep([]);
    const stop = new AbortController();
    const done = runSweeps([failing.sweep, other.sweep], { ctx: null, log }, stop.signal);
    await expect.poll(() => failing.runs.length).toBeGreaterThan(2);
    expect(other.runs.length).toBe(1);
    stop.abort();
    await done;
  });

  it('that allows two runs at once begins another while one is in progress, and no third', async () => {
    const wakeUp = makeWake();
    const releases: (() => void)[] = [];
    const ended: string[] = [];
    const sweep: Sweep<null> = {
      name: 'hold',
      everyMs: NEVER_MS,
      batchMax: 10,
      channel: 'florin_test',
      runsAtOnce: 2,
      run: async () => {
        await new Promise<void>((resolve) => releases.push(resolve));
        ended.push('run');
        return 0;
      },
      drain: async () => void ended.push('drain'),
    };
    const stop = new AbortController();
    const done = runSweeps([sweep], { ctx: null, log, wake: wakeUp.wake }, stop.signal);
    await expect.poll(() => releases.length).toBe(1);
    wakeUp.notify('florin_test');
    await expect.poll(() => releases.length).toBe(2);
    // What comes while all are busy is the next run's of whichever ends first.
    wakeUp.notify('florin_test');
    await new Promise(setImmediate);
    expect(releases.length).toBe(2);
    releases[0]?.();
    await expect.poll(() => releases.length).toBe(3);
    stop.abort();
    for (const release of releases) release();
    await done;
    expect(ended).toEqual(['run', 'run', 'run', 'drain']);
  });

  // A shutdown that cut a batch in half would leave its rows claimed.
  it('finishes the run under way before it ends', async () => {
    const finished: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const sweep: Sweep<null> = {
      name: 'hold',
      everyMs: 1,
      batchMax: 10,
      run: async () => {
        await held;
        finished.push('run');
        return 0;
      },
    };
    const stop = new AbortController();
    const done = runSweeps([sweep], { ctx: null, log }, stop.signal).then(() =>
      finished.push('sweeps'),
    );
    stop.abort();
    release();
    await done;
    expect(finished).toEqual(['run', 'sweeps']);
  });

  describe('that is looked for', () => {
    const due = () => sql<boolean>`true`;
    const pollEveryMs = 10;

    it('runs once, and again only when something is due', async () => {
      const { sweep, runs } = makeSweep([], { everyMs: 10, due });
      const polls: boolean[] = [];
      const stop = new AbortController();
      const findDue = async () => {
        if (polls.push(runs.length > 1) === 4) stop.abort();
        return [polls.length === 2];
      };
      await runSweeps([sweep], { ctx: null, log, findDue, pollEveryMs }, stop.signal);
      expect(runs.length).toBe(2);
      expect(polls).toEqual([false, false, true, true]);
    });

    it('runs no more often than it says while something is due', async () => {
      const { sweep, runs } = makeSweep([], { everyMs: 30, due });
      let polls = 0;
      const stop = new AbortController();
      const findDue = async () => {
        polls += 1;
        if (polls === 5) stop.abort();
        return [true];
      };
      await runSweeps([sweep], { ctx: null, log, findDue, pollEveryMs }, stop.signal);
      expect(runs.length).toBe(2);
    });

    it('shares its look with the others and is woken by its channel without one', async () => {
      const first = makeSweep([], { due, channel: 'florin_test' });
      const second = makeSweep([], { due });
      const without = makeSweep([]);
      const asked: number[] = [];
      const findDue = async (conditions: readonly unknown[]) => {
        asked.push(conditions.length);
        return [false, false];
      };
      const wakeUp = makeWake();
      const stop = new AbortController();
      const done = runSweeps(
        [first.sweep, without.sweep, second.sweep],
        { ctx: null, log, findDue, pollEveryMs, wake: wakeUp.wake },
        stop.signal,
      );
      await expect.poll(() => first.runs.length).toBe(1);
      wakeUp.notify('florin_test');
      await expect.poll(() => first.runs.length).toBe(2);
      await expect.poll(() => asked.length).toBeGreaterThan(0);
      stop.abort();
      await done;
      expect(new Set(asked)).toEqual(new Set([2]));
      expect(second.runs.length).toBe(1);
    });

    it('is found again after looks failed', async () => {
      const { sweep, runs } = makeSweep([], { everyMs: 10, due });
      let polls = 0;
      const findDue = async () => {
        polls += 1;
        if (polls === 1) throw new Error('no database');
        return [true];
      };
      const stop = new AbortController();
      const done = runSweeps([sweep], { ctx: null, log, findDue, pollEveryMs }, stop.signal);
      await expect.poll(() => runs.length).toBeGreaterThan(1);
      stop.abort();
      await done;
    });
  });
});
