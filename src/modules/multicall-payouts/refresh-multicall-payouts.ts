import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { moveMulticalls } from './move-multicalls.ts';
import { lockMulticallsOf } from './store.ts';

/**
 * Moves the bundles of these requests to the status of their children. Code that settles or undoes
 * payments calls it after the last link was moved: bundles come behind links in the order of
 * locks. Needs that transaction.
 */
export async function refreshMulticallPayouts(
  ctx: Context,
  requestRowIds: readonly string[],
): Promise<void> {
  invariant(ctx.db.isTransaction, 'a bundle moves in the transaction of what moves its children');
  if (requestRowIds.length === 0) return;
  await moveMulticalls(ctx, await lockMulticallsOf(ctx, requestRowIds));
}
