import { within } from '#kit/within.ts';
import type { Log } from './log.ts';

/** Florin promises to end within 5 s; no single thing may take all of it. */
const STOP_TIMEOUT_MS = 4_000;

/** What has been started and must be stopped, newest first. */
export interface Shutdown {
  /** Remembers how to stop something that was just started; `timeoutMs` bounds how long it may take. */
  add(name: string, stop: () => Promise<unknown> | undefined, timeoutMs?: number): void;
  /**
   * Stops everything in reverse order, one after the other. What fails or takes too long is logged
   * and left. Returns whether all of it stopped well; a second call answers the same.
   */
  run(): Promise<boolean>;
}

interface Stoppable {
  readonly name: string;
  readonly stop: () => Promise<unknown> | undefined;
  readonly timeoutMs: number;
}

/** An empty list of things to stop. */
export function openShutdown(log: Log): Shutdown {
  const started: Stoppable[] = [];
  let running: Promise<boolean> | undefined;
  const stopAll = async () => {
    let well = true;
    // What is started while we stop is stopped too, so the list is read anew each time.
    for (let next = started.pop(); next !== undefined; next = started.pop()) {
      if (!(await stopOne(next, log))) well = false;
    }
    return well;
  };
  return {
    add: (name, stop, timeoutMs = STOP_TIMEOUT_MS) => {
      started.push({ name, stop, timeoutMs });
    },
    run: () => {
      running ??= stopAll();
      return running;
    },
  };
}

async function stopOne({ name, stop, timeoutMs }: Stoppable, log: Log): Promise<boolean> {
  try {
    const stopped = Promise.resolve(stop()).then(() => true);
    if (await within(timeoutMs, stopped, () => false)) return true;
    log.error({ name, timeoutMs }, 'stopping took too long; going on without it');
  } catch (error) {
    log.error({ err: error, name }, 'stopping failed; going on');
  }
  return false;
}
