import { setImmediate } from 'node:timers/promises';
import { openBackOff } from '#kit/back-off.ts';
import type { Log } from './log.ts';
import { openWakeUp } from './wake-up.ts';

/** After a failure the pause of a sweep doubles each time, up to this. */
const REST_AFTER_FAILURE_MS_MAX = 30_000;

/** Work that becomes due in the database and is done in bounded batches. */
export interface Sweep<Ctx> {
  readonly name: string;
  /** How often it runs when nothing wakes it, in milliseconds. */
  readonly everyMs: number;
  /** A NOTIFY channel that wakes it early. */
  readonly channel?: string;
  /** The most rows that one run handles. */
  readonly batchMax: number;
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
  await Promise.all(sweeps.map((sweep) => runSweep(sweep, parts, signal)));
}

async function runSweep<Ctx>(
  sweep: Sweep<Ctx>,
  parts: SweepParts<Ctx>,
  signal: AbortSignal,
): Promise<void> {
  const wakeUp = openWakeUp(signal);
  const unhook =
    sweep.channel === undefined ? undefined : parts.wake?.(sweep.channel, () => wakeUp.notify());
  const unhookTime = parts.onTimeMoved?.(() => wakeUp.notify());
  const backOff = openBackOff({ firstMs: sweep.everyMs * 2, mostMs: REST_AFTER_FAILURE_MS_MAX });
  while (!signal.aborted) {
    try {
      const handled = await sweep.run(parts.ctx, signal);
      backOff.reset();
      // A queue that is never empty must still let the rest of the process run.
      if (handled >= sweep.batchMax) await setImmediate();
      else await wakeUp.rest(sweep.everyMs);
    } catch (error) {
      const restMs = backOff.next();
      parts.log.error({ err: error, sweep: sweep.name, restMs }, 'a sweep failed; trying again');
      // What woke it may be what fails, so a pause after a failure ignores wake-ups.
      await wakeUp.restUndisturbed(restMs);
    }
  }
  unhook?.();
  unhookTime?.();
  await sweep.drain?.(parts.ctx).catch((error: unknown) => {
    parts.log.error({ err: error, sweep: sweep.name }, 'a sweep did not end as it should');
  });
}
