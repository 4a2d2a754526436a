import type { Context } from '#context.ts';
import { beginFeedEpoch } from './store.ts';

/**
 * Keeps the order of the feed where the database was loaded into another cluster, which counts
 * transactions anew: what is recorded from now on comes behind every place that was ever handed
 * out. Answers whether that was needed. To be called before anything is recorded; several may.
 */
export async function continueFeed(ctx: Context): Promise<boolean> {
  const began = await beginFeedEpoch(ctx);
  if (began) ctx.log.info('the database is in another cluster; the feed goes on in a new epoch');
  return began;
}
