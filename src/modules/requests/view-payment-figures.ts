import { setImmediate } from 'node:timers/promises';
import { accountOf, type Context } from '#context.ts';
import type { DayRange } from '#kit/calendar-days.ts';
import { boundsOf } from '#platform/db/day-buckets.ts';
import { volumesOf } from './model/figures.ts';
import { addVolumes, partsOfDays } from './model/payment-part.ts';
import { percentileOf, sortDurations } from './model/percentiles.ts';
import { findPaymentParts } from './store/payment-parts.ts';

/**
 * What the caller's account was paid and paid out in these days, token by token, and how long it took until the payments that
 * it received counted. A day is that of a payment's block. What a reorg took back is left out.
 */
export async function viewPaymentFigures(ctx: Context, { days, ...range }: DayRange) {
  const parts = await findPaymentParts(ctx, { accountId: accountOf(ctx), ...boundsOf(days) });
  const ofDays = partsOfDays(parts, days);
  const taken: (Taken & { readonly date: string })[] = [];
  for (const [day, { date }] of days.entries()) {
    const settled = sortDurations((ofDays[day] ?? []).map((part) => part.settled));
    const confirmed = sortDurations((ofDays[day] ?? []).map((part) => part.confirmed));
    if (settled.length > 0) taken.push({ date, settled, confirmed });
    // A month of a large account is half a million numbers to sort.
    await setImmediate();
  }
  return {
    ...range,
    volumes: volumesOf(ofDays.flatMap(addVolumes), days),
    durations: {
      ...(taken.length === 0 ? NONE : timesOf(taken)),
      days: taken.map((day) => ({ date: day.date, ...timesOf([day]) })),
    },
  };
}

/** How long the payments of one day took that the account received, in order. */
interface Taken {
  readonly settled: Float64Array;
  readonly confirmed: Float64Array;
}

const NONE = { payments: 0, settled: null, confirmed: null } as const;

/** What half of the payments of these days took at most, and 19 of 20. */
function timesOf(days: readonly Taken[]) {
  const percentilesOf = (durations: readonly Float64Array[]) => ({
    p50Seconds: percentileOf(durations, 0.5),
    p95Seconds: percentileOf(durations, 0.95),
  });
  return {
    payments: days.reduce((count, { settled }) => count + settled.length, 0),
    settled: percentilesOf(days.map(({ settled }) => settled)),
    confirmed: percentilesOf(days.map(({ confirmed }) => confirmed)),
  };
}
