import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { findRequestsByTopic, type RequestByTopic } from '#modules/requests/index.ts';

/**
 * How many are kept at most, some 1 kB each: what a follower reads ahead of what is written down. Blocks
 * that it throws away leave some behind, which are all let go of here.
 */
const KEPT_MAX = 50_000;

/** The requests that a follower saw payments of and that are yet to be written down; their terms never change. */
export interface RequestsAtHand {
  /** Which of these topics belong to requests, as a follower asks it; those are kept. */
  keep(topics: readonly Hex[]): Promise<ReadonlySet<Hex>>;
  /** The requests behind topics, which are then let go of; those that were not kept are looked up. */
  take(topics: readonly Hex[]): Promise<ReadonlyMap<Hex, RequestByTopic>>;
}

/** Keeps what one follower of a chain sees, so that each request is looked up once. */
export function openRequestsAtHand(ctx: Context): RequestsAtHand {
  const kept = new Map<Hex, RequestByTopic>();
  return {
    keep: async (topics) => {
      const found = await findRequestsByTopic(ctx, topics);
      if (kept.size + found.length > KEPT_MAX) kept.clear();
      for (const request of found) kept.set(request.referenceTopic, request);
      return new Set(found.map(({ referenceTopic }) => referenceTopic));
    },
    take: async (topics) => {
      const missing = topics.filter((topic) => !kept.has(topic));
      const taken = new Map<Hex, RequestByTopic>();
      for (const request of await findRequestsByTopic(ctx, missing)) {
        taken.set(request.referenceTopic, request);
      }
      for (const topic of topics) {
        const request = kept.get(topic);
        if (request === undefined) continue;
        taken.set(topic, request);
        kept.delete(topic);
      }
      return taken;
    },
  };
}
