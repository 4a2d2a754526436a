/**
 * How long a node must have answered nothing before it counts as absent: a delayed request, a restart
 * behind a load balancer and a lost connection are over sooner.
 */
export const ABSENT_AFTER_MS = 60_000;
/** And so many questions for nothing but chain and head must have stayed without an answer. */
export const ABSENT_QUESTIONS_MIN = 3;
/**
 * Twice the longest pause between checks of a waiting payment. Between two queries that
 * are further apart a node may have been healthy unnoticed.
 */
export const QUESTIONS_GAP_MS_MAX = 600_000;

/** How long one node has answered nothing at all; times are handed in. */
export interface Absence {
  /** Records a question for chain and head without an answer. */
  unanswered(nowMs: number): void;
  /** Records an answer to any query. */
  answered(): void;
  /** Whether it has answered nothing for long enough, and was queried often enough in that time. */
  isAbsent(nowMs: number): boolean;
}

/** The absence of a node that was not queried yet. */
export function openAbsence(): Absence {
  let questions = 0;
  let sinceMs = 0;
  let lastMs = 0;
  return {
    unanswered: (nowMs) => {
      const goesOn = questions > 0 && nowMs - lastMs <= QUESTIONS_GAP_MS_MAX;
      if (!goesOn) sinceMs = nowMs;
      questions = goesOn ? questions + 1 : 1;
      lastMs = nowMs;
    },
    answered: () => {
      questions = 0;
    },
    isAbsent: (nowMs) =>
      questions >= ABSENT_QUESTIONS_MIN &&
      nowMs - sinceMs >= ABSENT_AFTER_MS &&
      nowMs - lastMs <= QUESTIONS_GAP_MS_MAX,
  };
}
