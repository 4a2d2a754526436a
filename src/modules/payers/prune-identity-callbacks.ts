import type { Context } from '#context.ts';
import { deleteCallbacks } from './store/callbacks.ts';

/** Older callbacks than two days are refused by their age; the rest is room for a clock that was moved. */
const KEPT_MS = 7 * 86_400_000;

/** Removes up to `limit` callbacks that can no longer be sent again, and returns how many. */
export async function pruneIdentityCallbacks(ctx: Context, limit: number): Promise<number> {
  return await deleteCallbacks(ctx, new Date(ctx.now().getTime() - KEPT_MS), limit);
}
