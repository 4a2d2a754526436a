import { type Runtime, systemRuntime } from './runtime.ts';

/** A query, and after how long without an answer the next one runs in parallel. */
interface HedgedAttempt<Answer> {
  start(): Promise<Answer>;
  readonly hedgeAfterMs: number;
}

/**
 * Runs one after the other until one answers: the next when one fails, and, where `mayHedge` allows it,
 * in parallel to a slow one; at most two run at once. The first answer counts. Rejects with the last
 * failure when all have failed, or with none for an empty list.
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

/** How many may be hedged at once, and in addition one of how many requests. */
const HEDGES_MAX = 20;
const QUERIES_PER_HEDGE = 10;

/** Limits the additional load on nodes when one of them is slow. */
export interface HedgeBudget {
  /** Records a first request. */
  earn(): void;
  /** Whether one more request may be repeated; if so, it is counted. */
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
