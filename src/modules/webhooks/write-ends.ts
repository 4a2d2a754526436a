import type { Context } from '#context.ts';
import { type EndedAttempt, endAttempts } from './store/deliveries.ts';
import { switchOffFailingWebhook } from './switch-off-failing-webhook.ts';

/**
 * How long the last end of a delivery waits for others: at a few hundred deliveries a second a statement for each would
 * compete with what sends the next ones. A process that is killed then repeats deliveries of so much time more.
 */
const GATHER_MS = 20;

/** So many are written without waiting for more. */
const GATHER_MAX = 64;

interface EndWriterParts {
  /** After so long of nothing but failures an endpoint is switched off; 0 is never. */
  readonly switchOffAfterMs: number;
  /** Calls `flush` later; not called any more once it drains. */
  readonly tryAgainLater: (ctx: Context) => void;
}

/** Writes down how attempts ended, many in one statement, of which one is under way at a time. */
export interface EndWriter {
  /** Writes an end soon, and at once where a retry depends on it. */
  add(ctx: Context, ended: EndedAttempt): void;
  /** Writes everything now. */
  flush(ctx: Context): void;
  /** Writes what is left; what cannot be written is a repeated delivery after its lease. */
  drain(ctx: Context): Promise<void>;
}

/** Creates a writer of ends, which has none yet. */
export function openEndWriter({ switchOffAfterMs, tryAgainLater }: EndWriterParts): EndWriter {
  let gathered: EndedAttempt[] = [];
  let isUrgent = false;
  let isDraining = false;
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const isDue = () => isUrgent || gathered.length >= GATHER_MAX;

  const writeBatch = async (ctx: Context): Promise<boolean> => {
    const batch = gathered;
    gathered = [];
    isUrgent = false;
    try {
      const failing = await endAttempts(ctx, batch, { switchOffAfterMs });
      for (const endpoint of failing) {
        await switchOffFailingWebhook(ctx, { ...endpoint, switchOffAfterMs });
      }
      return true;
    } catch (error) {
      ctx.log.error({ err: error, attempts: batch.length }, 'ends of attempts were not written');
      if (isDraining) return false;
      gathered = [...batch, ...gathered];
      tryAgainLater(ctx);
      return false;
    }
  };
  const writeWhileDue = async (ctx: Context): Promise<void> => {
    let isWritten = await writeBatch(ctx);
    while (isWritten && isDue()) isWritten = await writeBatch(ctx);
    writing = undefined;
  };
  const begin = (ctx: Context) => {
    clearTimeout(timer);
    timer = undefined;
    if (writing === undefined && gathered.length > 0) writing = writeWhileDue(ctx);
  };
  const gather = (ctx: Context) => {
    if (gathered.length > 0) timer ??= setTimeout(() => flush(ctx), GATHER_MS);
  };
  const flush = (ctx: Context) => {
    isUrgent = gathered.length > 0;
    begin(ctx);
  };
  return {
    add: (ctx, ended) => {
      gathered.push(ended);
      if (ended.finishedAt === null) flush(ctx);
      else if (isDue()) begin(ctx);
      else gather(ctx);
    },
    flush,
    drain: async (ctx) => {
      isDraining = true;
      flush(ctx);
      await writing;
      // What came during a statement that failed gets its try too.
      flush(ctx);
      await writing;
      clearTimeout(timer);
    },
  };
}
