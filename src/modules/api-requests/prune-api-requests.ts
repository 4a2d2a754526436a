import type { Context } from '#context.ts';
import { deleteApiRequests } from './store.ts';

/** Deletes up to `limit` calls that were made longer ago than that, and returns how many. */
export async function pruneApiRequests(
  ctx: Context,
  { retentionMs, limit }: { readonly retentionMs: number; readonly limit: number },
): Promise<number> {
  return await deleteApiRequests(ctx, new Date(ctx.now().getTime() - retentionMs), limit);
}
