import type { Context } from '#context.ts';
import { deleteChallenges } from './store/challenges.ts';

/** Removes up to `limit` challenges that nobody can answer any more, and returns how many. */
export async function pruneChallenges(ctx: Context, limit: number): Promise<number> {
  return await deleteChallenges(ctx, ctx.now(), limit);
}
