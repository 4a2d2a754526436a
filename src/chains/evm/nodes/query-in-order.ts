import { type Runtime, systemRuntime } from './runtime.ts';

/** Something to try, and after how long without an answer the next is tried beside it. */
interface HedgedAttempt<Answer> {
  start(): Promise<Answer>;
  readonly hedgeAfterMs: number;
}

/**
 * Tries one after the other until one answers: the next when one fails, and, where `mayHedge` allows it,
 * beside one that keeps waiting; at most two run at once. The first answer counts. Rejects with the last
 * failure when all have failed, or with none when there is nothing to try.
 */
export function queryInOrder<Answer>(
  attempts: readonly HedgedAttempt<Answer>[],
  mayHedge: () => boolean,
  { startTimer }: Pick<Runtime, 'startTimer'> = systemRuntime,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let next = 0;
    let running = 0;
    let isOver = false;
    const launch = () => {
      const one = attempts[next];
      if (one === undefined || isOver) return;
      next += 1;
      running += 1;
      const stopTimer = startTimer(one.hedgeAfterMs, () => {
        if (running === 1 && next < attempts.length && mayHedge()) launch();
      });
      const succeed = (answer: Answer) => {
        isOver = true;
        stopTimer();
        resolve(answer);
      };
      const fail = (error: unknown) => {
        running -= 1;
        stopTimer();
        launch();
        if (running === 0) reject(error);
      };
      one.start().then(succeed, fail);
    };
    launch();
    if (running === 0) reject();
  });
}

/** So many may be hedged at once, and beside that one of so many that are asked. */
const HEDGES_MAX = 20;
const QUERIES_PER_HEDGE = 10;

/** Bounds how much more nodes are asked because one of them is slow. */
export interface HedgeBudget {
  /** Says that something is asked for the first time. */
  earn(): void;
  /** Whether one more may be asked for a second time; if so it is spent. */
  spend(): boolean;
}

/** A budget that is full. */
export function openHedgeBudget(onSpent: () => void): HedgeBudget {
  let hedges = HEDGES_MAX;
  return {
    earn: () => {
      hedges = Math.min(HEDGES_MAX, hedges + 1 / QUERIES_PER_HEDGE);
    },
    spend: () => {
      if (hedges < 1) return false;
      hedges -= 1;
      onSpent();
      return true;
    },
  };
}
