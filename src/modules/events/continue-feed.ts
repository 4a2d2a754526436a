import type { Context } from '#context.ts';
import { beginFeedEpoch } from './store.ts';

/**
 * Keeps the order of the feed when the database was restored into another cluster, which numbers
 * transactions again: events from now on come after every cursor that was ever returned.
 * Returns whether that was needed. To be called before anything is recorded; several processes may.
 */
export async function continueFeed(ctx: Context): Promise<boolean> {
  const began = await beginFeedEpoch(ctx);
  if (began) ctx.log.info('the database is in another cluster; the feed goes on in a new epoch');
  return began;
}
