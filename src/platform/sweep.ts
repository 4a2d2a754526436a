import { setImmediate } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import { openBackOff } from '#kit/back-off.ts';
import type { Log } from './log.ts';
import { openWakeUp, type WakeUp } from './wake-up.ts';

/** After a failure the pause of a sweep doubles each time, up to this. */
const REST_AFTER_FAILURE_MS_MAX = 30_000;

/** How often one statement finds which sweeps have something due. */
const POLL_EVERY_MS = 1_000;

/** How long a sweep rests that is looked for; what no look finds, though it should, waits no longer. */
const POLLED_REST_MS = 60_000;

/** A part of SQL that is true where something is due, and false or null where nothing is. */
export type DueCondition = RawBuilder<boolean | null>;

/** Work that becomes due in the database and is done in bounded batches. */
export interface Sweep<Ctx> {
  readonly name: string;
  /** How often it runs when nothing wakes it, in milliseconds; with `due`, how often while something is due. */
  readonly everyMs: number;
  /**
   * Whether a run would find anything, by one probe of an index: true wherever it would. All sweeps of a process share
   * one statement, so that those without work cost none.
   */
  readonly due?: (ctx: Ctx) => DueCondition;
  /** A NOTIFY channel that wakes it early. */
  readonly channel?: string;
  /** The most rows that one run handles. */
  readonly batchMax: number;
  /**
   * How many runs may be in progress at once in this process, so that what comes during one need not wait for its end;
   * by default one.
   */
  readonly runsAtOnce?: number;
  /**
   * Handles one bounded batch and returns how many rows it handled; a full batch is followed by
   * another at once. Once the signal aborts it should begin nothing new.
   */
  run(ctx: Ctx, signal: AbortSignal): Promise<number>;
  /** Waits for work that runs left in progress; called once, after the last run. */
  drain?(ctx: Ctx): Promise<void>;
}

interface SweepParts<Ctx> {
  readonly ctx: Ctx;
  /** Calls a listener whenever a channel is notified, and returns how to stop that. */
  readonly wake?: (channel: string, listener: () => void) => () => void;
  /** Evaluates conditions in one statement; without it every sweep runs at its own pace. */
  readonly findDue?: (conditions: readonly DueCondition[]) => Promise<readonly boolean[]>;
  /** How often; the default is each second. */
  readonly pollEveryMs?: number;
  /** Calls a listener whenever the time was moved, which makes all sweeps due, and returns how to stop that. */
  readonly onTimeMoved?: ((listener: () => void) => () => void) | undefined;
  readonly log: Log;
}

/**
 * Runs every sweep at its own pace until the signal aborts, and resolves when the runs that were
 * in progress have ended. A run that fails is logged and tried again, and does not affect the others.
 */
export async function runSweeps<Ctx>(
  sweeps: readonly Sweep<Ctx>[],
  parts: SweepParts<Ctx>,
  signal: AbortSignal,
): Promise<void> {
  const loops = sweeps.map((sweep) => ({ sweep, wakeUp: openWakeUp(signal), polls: 0 }));
  const polling = parts.findDue && pollDue(loops, { ...parts, findDue: parts.findDue }, signal);
  await Promise.all([polling, ...loops.map((loop) => runSweep(loop, parts, signal))]);
}

/** A sweep that runs. */
interface Loop<Ctx> {
  readonly sweep: Sweep<Ctx>;
  readonly wakeUp: WakeUp;
  /** How many looks there were since a run ended; undefined from when one begins. */
  polls: number | undefined;
}

async function runSweep<Ctx>(
  loop: Loop<Ctx>,
  parts: SweepParts<Ctx>,
  signal: AbortSignal,
): Promise<void> {
  const { sweep, wakeUp } = loop;
  const unhook =
    sweep.channel === undefined ? undefined : parts.wake?.(sweep.channel, () => wakeUp.notify());
  const unhookTime = parts.onTimeMoved?.(() => wakeUp.notify());
  const repeats = Array.from({ length: sweep.runsAtOnce ?? 1 }, (_, number) =>
    repeatRuns(loop, { ...parts, isFirst: number === 0 }, signal),
  );
  await Promise.all(repeats);
  unhook?.();
  unhookTime?.();
  await sweep.drain?.(parts.ctx).catch((error: unknown) => {
    parts.log.error({ err: error, sweep: sweep.name }, 'a sweep did not end as it should');
  });
}

/** Runs a sweep again and again; the first of several that do begins at once, the others when woken. */
async function repeatRuns<Ctx>(
  loop: Loop<Ctx>,
  parts: SweepParts<Ctx> & { readonly isFirst: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { sweep, wakeUp } = loop;
  const backOff = openBackOff({ firstMs: sweep.everyMs * 2, mostMs: REST_AFTER_FAILURE_MS_MAX });
  const isPolled = sweep.due !== undefined && parts.findDue !== undefined;
  const restMs = isPolled ? Math.max(sweep.everyMs, POLLED_REST_MS) : sweep.everyMs;
  if (!parts.isFirst) await wakeUp.rest(restMs);
  while (!signal.aborted) {
    loop.polls = undefined;
    try {
      const handled = await sweep.run(parts.ctx, signal);
      backOff.reset();
      loop.polls = 0;
      // A queue that is never empty must still let the rest of the process run.
      if (handled >= sweep.batchMax) await setImmediate();
      else await wakeUp.rest(restMs);
    } catch (error) {
      const restMs = backOff.next();
      parts.log.error({ err: error, sweep: sweep.name, restMs }, 'a sweep failed; trying again');
      // What woke it may be what fails, so a pause after a failure ignores wake-ups.
      await wakeUp.restUndisturbed(restMs);
    }
  }
}

type PollParts<Ctx> = SweepParts<Ctx> & Required<Pick<SweepParts<Ctx>, 'findDue'>>;

/** Wakes the resting sweeps for which something is due, each no more often than it says. */
async function pollDue<Ctx>(
  loops: readonly Loop<Ctx>[],
  { ctx, findDue, pollEveryMs = POLL_EVERY_MS, log }: PollParts<Ctx>,
  signal: AbortSignal,
): Promise<void> {
  const polled = loops.flatMap((loop) => {
    const { due } = loop.sweep;
    return due === undefined ? [] : [{ loop, due }];
  });
  if (polled.length === 0) return;
  const pause = openWakeUp(signal);
  const backOff = openBackOff({ firstMs: pollEveryMs, mostMs: REST_AFTER_FAILURE_MS_MAX });
  await pause.rest(pollEveryMs);
  while (!signal.aborted) {
    try {
      // All of them, also those that run just now: one text is planned once.
      const found = await findDue(polled.map(({ due }) => due(ctx)));
      backOff.reset();
      for (const [at, { loop }] of polled.entries()) {
        if (loop.polls === undefined) continue;
        loop.polls += 1;
        const isTime = loop.polls * pollEveryMs >= loop.sweep.everyMs;
        if (isTime && found[at] === true) loop.wakeUp.notify();
      }
      await pause.rest(pollEveryMs);
    } catch (error) {
      const restMs = backOff.next();
      log.error({ err: error, restMs }, 'what is due could not be read; trying again');
      await pause.rest(restMs);
    }
  }
}
