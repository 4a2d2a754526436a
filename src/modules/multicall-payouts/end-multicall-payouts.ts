import type { Context } from '#context.ts';
import { transact } from '#platform/db/transact.ts';
import { moveMulticalls } from './move-multicalls.ts';
import { lockDueMulticalls } from './store.ts';

/** Ends up to `limit` bundles whose deadline has passed, paid in part or not at all; returns how many. */
export async function endMulticallPayouts(ctx: Context, limit: number): Promise<number> {
  return await transact(ctx, async (ctx) =>
    moveMulticalls(ctx, await lockDueMulticalls(ctx, { now: ctx.now(), limit })),
  );
}
