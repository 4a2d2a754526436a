import type { Context } from '#context.ts';
import { deletePendingSignIns } from './store/pending-sign-ins.ts';

/** Removes up to `limit` sign-ins that no second factor can finish any more, and returns how many. */
export async function prunePendingSignIns(ctx: Context, limit: number): Promise<number> {
  return await deletePendingSignIns(ctx, ctx.now(), limit);
}
