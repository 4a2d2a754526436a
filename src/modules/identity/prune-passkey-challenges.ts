import type { Context } from '#context.ts';
import { deletePasskeyChallenges } from './store/passkey-challenges.ts';

/** Removes up to `limit` challenges that no passkey can answer any more, and returns how many. */
export async function prunePasskeyChallenges(ctx: Context, limit: number): Promise<number> {
  return await deletePasskeyChallenges(ctx, ctx.now(), limit);
}
