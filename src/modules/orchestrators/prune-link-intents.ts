import type { Context } from '#context.ts';
import { deleteIntents } from './store/intents.ts';

/** How long an expired invitation is answered as expired, rather than as not found. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Removes up to `limit` invitations that nobody accepted in time, and returns how many. */
export async function pruneLinkIntents(ctx: Context, limit: number): Promise<number> {
  return await deleteIntents(ctx, new Date(ctx.now().getTime() - KEPT_MS), limit);
}
