import type { Context } from '#context.ts';
import { makeFailedDue, makeOldDue } from './store/decided-wallets.ts';

/** Vendors that failed to confirm a decision are asked about that wallet again after so long. Ours. */
const REST_AFTER_FAILURE_MS = 5 * 60 * 1_000;

/**
 * Makes up to `limit` wallets of open links due for the background job: those whose vendors failed when they were asked again, then
 * those whose decision is older than `SCREENING_REPEAT_HOURS`. Returns how many.
 */
export async function queryAgain(ctx: Context, limit: number): Promise<number> {
  const now = ctx.now();
  const failedBefore = new Date(now.getTime() - REST_AFTER_FAILURE_MS);
  const failed = await makeFailedDue(ctx, { failedBefore, now, limit });
  if (failed >= limit) return failed;
  const before = new Date(now.getTime() - ctx.settings.screeningRepeatMs);
  return failed + (await makeOldDue(ctx, { before, now, limit: limit - failed }));
}
