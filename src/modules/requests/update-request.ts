import { accountOf, type Context } from '#context.ts';
import { transact } from '#platform/db/transact.ts';
import { checkRecurrenceCount } from './add-recurrence.ts';
import { periodAfter, periodStart } from './model/recurrence.ts';
import { checkNotPublic, requestNotFound } from './read-scope.ts';
import { findSeries, moveRecurrence } from './store/recurrences.ts';
import { setRecurrenceStopped } from './store/shown.ts';

interface RequestChange {
  readonly requestId: string;
  readonly isRecurrenceStopped: boolean;
}

/**
 * Stops a request from coming again, or lets it: the request of the recurrence, or any that was made of
 * it. Periods that passed while it was stopped are left out. Of a request without a recurrence it is stored and changes nothing else.
 *
 * Refuses (404) a request that is unknown or another account's, (403) a public client ID in production, and
 * (400) one recurrence too many.
 */
export async function updateRequest(
  ctx: Context,
  { requestId, isRecurrenceStopped: stopped }: RequestChange,
): Promise<Record<string, never>> {
  checkNotPublic(ctx);
  await transact(ctx, async (ctx) => {
    const found = await setRecurrenceStopped(ctx, {
      accountId: accountOf(ctx),
      requestId,
      stopped,
    });
    if (found === undefined) throw requestNotFound();
    const series = await findSeries(ctx, found, { isLocked: true });
    if (series === undefined || (series.dueAt === null) === stopped) return;
    if (!stopped) await checkRecurrenceCount(ctx, 'isRecurrenceStopped');
    const nextPeriod = periodAfter(series, ctx.now());
    const { requestRowId } = series;
    const going = { nextPeriod, dueAt: periodStart(series, nextPeriod) };
    await moveRecurrence(ctx, { requestRowId, ...(stopped ? { dueAt: null } : going) });
  });
  return {};
}
