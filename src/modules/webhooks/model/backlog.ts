import type { Lanes } from './lanes.ts';

/** Which endpoints may have due deliveries that nobody has claimed yet. */
export interface Backlog {
  /** Whether any endpoint may. */
  isEmpty(): boolean;
  has(endpointId: string): boolean;
  /** A delivery was added that found no place. */
  add(endpointId: string): void;
  /** A claim ended: where it was cut short, in total or in one lane, more may be due. */
  claimed(endpointIds: readonly string[], capacity: ReturnType<Lanes['capacity']>): void;
}

/** Before the first claim every endpoint may have some. */
export function openBacklog(): Backlog {
  let all = true;
  const some = new Set<string>();
  return {
    isEmpty: () => !all && some.size === 0,
    has: (endpointId) => all || some.has(endpointId),
    add: (endpointId) => {
      some.add(endpointId);
    },
    claimed: (endpointIds, capacity) => {
      all = endpointIds.length >= capacity.limit;
      some.clear();
      const left = new Map(Object.entries(capacity.shares));
      for (const id of endpointIds) left.set(id, (left.get(id) ?? capacity.share) - 1);
      for (const [id, places] of left) if (places <= 0) some.add(id);
    },
  };
}
