import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { findRequestsByReference } from '#modules/requests/index.ts';

/** A request as a payment is matched with it. */
export type RequestByReference = Awaited<ReturnType<typeof findRequestsByReference>>[number];

/**
 * How many are cached at most, some 1 kB each: what a follower prefetches before it is stored. Blocks
 * that it drops leave entries behind, which are all removed here.
 */
const KEPT_MAX = 50_000;

/** The requests that a follower saw payments of and that are yet to be written down; their terms never change. */
export interface RequestCache {
  /** Which of these reference keys belong to requests, as a follower queries it; those are cached. */
  keep(referenceKeys: readonly Hex[]): Promise<ReadonlySet<Hex>>;
  /** The requests behind reference keys, which are then removed; those that were not cached are looked up. */
  take(referenceKeys: readonly Hex[]): Promise<ReadonlyMap<Hex, RequestByReference>>;
}

/** Caches what one follower of a chain reads, so that each request is looked up once. */
export function openRequestCache(ctx: Context): RequestCache {
  const kept = new Map<Hex, RequestByReference>();
  return {
    keep: async (referenceKeys) => {
      const found = await findRequestsByReference(ctx, referenceKeys);
      if (kept.size + found.length > KEPT_MAX) kept.clear();
      for (const request of found) kept.set(request.referenceKey, request);
      return new Set(found.map(({ referenceKey }) => referenceKey));
    },
    take: async (referenceKeys) => {
      const missing = referenceKeys.filter((referenceKey) => !kept.has(referenceKey));
      const taken = new Map<Hex, RequestByReference>();
      for (const request of await findRequestsByReference(ctx, missing)) {
        taken.set(request.referenceKey, request);
      }
      for (const referenceKey of referenceKeys) {
        const request = kept.get(referenceKey);
        if (request === undefined) continue;
        taken.set(referenceKey, request);
        kept.delete(referenceKey);
      }
      return taken;
    },
  };
}
