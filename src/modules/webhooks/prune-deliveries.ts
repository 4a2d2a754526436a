import type { Context } from '#context.ts';
import { deleteFinished } from './store/retention.ts';

/**
 * Removes up to `limit` deliveries that ended longer than `retentionMs` ago, and returns how many;
 * 0 keeps them for ever. The events that they reported stay in the feed.
 */
export async function pruneDeliveries(
  ctx: Context,
  { retentionMs, limit }: { readonly retentionMs: number; readonly limit: number },
): Promise<number> {
  if (retentionMs === 0) return 0;
  return await deleteFinished(ctx, new Date(ctx.now().getTime() - retentionMs), limit);
}
