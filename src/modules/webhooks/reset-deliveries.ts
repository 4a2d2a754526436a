import type { Context } from '#context.ts';
import { resetPending } from './store/deliveries.ts';

/**
 * Makes up to `limit` pending deliveries due at once that are postponed for longer than any of our rules
 * allows, `furthestMs`; returns how many. Such a time was written by a clock that was fast
 * and was set back since; without this they would wait until it is reached again.
 */
export async function resetDeliveries(
  ctx: Context,
  { furthestMs, limit }: { readonly furthestMs: number; readonly limit: number },
): Promise<number> {
  const now = ctx.now();
  const recalled = await resetPending(ctx, {
    now,
    after: new Date(now.getTime() + furthestMs),
    limit,
  });
  if (recalled > 0) {
    ctx.log.warn(
      { deliveries: recalled },
      'webhooks were due in a future that our clock never leads to; they are due now',
    );
  }
  return recalled;
}
