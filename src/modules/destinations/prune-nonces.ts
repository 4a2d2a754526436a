import type { Context } from '#context.ts';
import { deleteNonces } from './store/nonces.ts';

/** So long a call still learns that its nonce was used or has expired. */
const KEPT_AFTER_EXPIRY_MS = 60 * 60 * 1000;

/** Deletes up to `limit` nonces that expired an hour ago, and returns how many. */
export async function pruneNonces(ctx: Context, limit: number): Promise<number> {
  return await deleteNonces(ctx, new Date(ctx.now().getTime() - KEPT_AFTER_EXPIRY_MS), limit);
}
