import type { Context } from '#context.ts';
import { deleteInvitations } from './store/invitations.ts';

/** How long one can still be looked up for questions, after its end. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Removes up to `limit` invitations that are long over, and returns how many. */
export async function pruneInvitations(ctx: Context, limit: number): Promise<number> {
  return await deleteInvitations(ctx, new Date(ctx.now().getTime() - KEPT_MS), limit);
}
