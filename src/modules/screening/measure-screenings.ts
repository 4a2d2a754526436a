import type { Context } from '#context.ts';
import { countScreenings, findLastAnswers } from './store/screening-lists.ts';

/** A few thousand say that it is many. */
const COUNT_MAX = 10_000;
const REJECTED_WITHIN_MS = 24 * 60 * 60 * 1_000;
/** Payers come back within minutes; an older failure says nothing of now. */
const FAILED_WITHIN_MS = 15 * 60 * 1_000;

/** Counts wallets of links that wait for vendors, for which these failed in the last quarter of an hour, and that were rejected in the last day. */
export async function measureScreenings(ctx: Context) {
  const nowMs = ctx.now().getTime();
  const [counts, lastAnswers] = await Promise.all([
    countScreenings(ctx, {
      countMax: COUNT_MAX,
      rejectedSince: new Date(nowMs - REJECTED_WITHIN_MS),
      failedSince: new Date(nowMs - FAILED_WITHIN_MS),
    }),
    findLastAnswers(ctx, [...ctx.screeners.keys()]),
  ]);
  return { ...counts, lastAnswers };
}
