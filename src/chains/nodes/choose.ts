import type { Passage } from '#platform/outbound/circuit-breaker.ts';

/** What counts when nodes are compared. */
export interface NodeRating {
  readonly passage: Passage;
  readonly isWrongChain: boolean;
  /** Whether it was blocks behind the others at its last answer. */
  readonly isLagging: boolean;
  /** Whether an answer of it is overdue right now, or one was of no use a moment ago. */
  readonly isSuspect: boolean;
  /** In milliseconds; undefined before the first answer. */
  readonly latencyMs: number | undefined;
}

/** Nodes this close to the quickest are as quick: their order is the operator's. */
const AS_QUICK_SHARE = 1.25;
const AS_QUICK_MS = 5;

/**
 * The indexes of the nodes that may be queried, best first: those that answer correctly, before
 * suspect ones, before those that lag, before one that is only probed. Among equals the preferred
 * one comes first, then those that are as quick as the quickest in the operator's order, then the others
 * by how quick they are.
 */
export function chooseNodes(ratings: readonly NodeRating[], preferred?: number): number[] {
  const quickest = Math.min(...ratings.map(latencyOf));
  const asQuick = Math.max(quickest * AS_QUICK_SHARE, quickest + AS_QUICK_MS);
  const speed = (rating: NodeRating) => {
    const latencyMs = latencyOf(rating);
    return latencyMs <= asQuick ? 0 : latencyMs;
  };
  return ratings
    .map((rating, index) => ({ rating, index }))
    .filter(({ rating }) => !rating.isWrongChain && rating.passage !== 'suspended')
    .toSorted((a, b) => {
      const ranked = rankOf(a.rating) - rankOf(b.rating);
      if (ranked !== 0) return ranked;
      if (a.index === preferred || b.index === preferred) return a.index === preferred ? -1 : 1;
      return speed(a.rating) - speed(b.rating) || a.index - b.index;
    })
    .map(({ index }) => index);
}

function rankOf({ passage, isLagging, isSuspect }: NodeRating): number {
  if (passage === 'probe') return 3;
  if (isLagging) return 2;
  return isSuspect ? 1 : 0;
}

/** A node without an answer so far comes after those that answered. */
function latencyOf({ latencyMs }: NodeRating): number {
  return latencyMs ?? Number.MAX_SAFE_INTEGER;
}
