import { accountOf, type Context } from '#context.ts';
import type { DayRange } from '#kit/calendar-days.ts';
import { volumesOf } from './model/figures.ts';
import { type Durations, findDurations, findVolumes } from './store/figures.ts';

/**
 * What the caller's account was paid and paid out in these days, token by token, and how long it took until the payments that
 * it received counted. A day is that of a payment's block. What a reorg took back is left out.
 */
export async function viewPaymentFigures(ctx: Context, { days, ...range }: DayRange) {
  const asked = { accountId: accountOf(ctx), days };
  const [volumes, durations] = await Promise.all([
    findVolumes(ctx, asked),
    findDurations(ctx, asked),
  ]);
  const all = durations.find(({ day }) => day === null);
  return {
    ...range,
    volumes: volumesOf(volumes, days),
    durations: {
      ...(all === undefined ? NONE : timesOf(all)),
      days: durations.flatMap((one) => {
        const date = one.day === null ? undefined : days[one.day]?.date;
        return date === undefined ? [] : [{ date, ...timesOf(one) }];
      }),
    },
  };
}

const NONE = { payments: 0, settled: null, confirmed: null } as const;

function timesOf(durations: Durations) {
  const { payments, settledP50, settledP95, confirmedP50, confirmedP95 } = durations;
  return {
    payments,
    settled: { p50Seconds: seconds(settledP50), p95Seconds: seconds(settledP95) },
    confirmed: { p50Seconds: seconds(confirmedP50), p95Seconds: seconds(confirmedP95) },
  };
}

/** To the millisecond, as times are stored. */
function seconds(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
