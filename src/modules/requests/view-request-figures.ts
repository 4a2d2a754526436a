import { accountOf, type Context } from '#context.ts';
import type { DayRange } from '#kit/calendar-days.ts';
import { outcomesOf } from './model/figures.ts';
import { findRequestCounts } from './store/figures.ts';

/** What became of the requests that the caller's account created in these days, as it stands now. */
export async function viewRequestFigures(ctx: Context, { days, ...range }: DayRange) {
  const counts = await findRequestCounts(ctx, { accountId: accountOf(ctx), days });
  return { ...range, flows: outcomesOf(counts, days) };
}
