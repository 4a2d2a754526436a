import type { Context } from '#context.ts';
import { deleteSessions } from './store/sessions.ts';

/** How long a session can still be looked up for questions, after it came to the end of its life. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Removes up to `limit` sessions that are long over, with where they were, and returns how many. */
export async function pruneSessions(ctx: Context, limit: number): Promise<number> {
  return await deleteSessions(ctx, new Date(ctx.now().getTime() - KEPT_MS), limit);
}
