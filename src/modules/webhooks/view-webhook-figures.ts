import { accountOf, type Context } from '#context.ts';
import type { DayRange } from '#kit/calendar-days.ts';
import { RETRY_DELAYS_MS } from './model/retry-schedule.ts';
import { type AttemptFigures, findAttemptFigures } from './store/figures.ts';

/** How the endpoints of the caller's account answered what they were sent in these days, tests included. */
export async function viewWebhookFigures(ctx: Context, { days, ...range }: DayRange) {
  const asked = { accountId: accountOf(ctx), days };
  const figures = await findAttemptFigures(ctx, asked, RETRY_DELAYS_MS.length);
  const all = figures.find(({ day }) => day === null);
  return {
    ...range,
    ...(all === undefined ? NONE : shownFigures(all)),
    days: figures.flatMap((one) => {
      const date = one.day === null ? undefined : days[one.day]?.date;
      return date === undefined ? [] : [{ date, ...shownFigures(one) }];
    }),
  };
}

const NONE = { attempts: 0, failed: 0, lost: 0, failureRate: null, latency: null } as const;

/** Rates are printed with so many decimals. */
const RATE_SCALE = 10_000;

function shownFigures({ attempts, failed, lost, p50Ms, p95Ms }: AttemptFigures) {
  return {
    attempts,
    failed,
    lost,
    failureRate: Math.round((failed / attempts) * RATE_SCALE) / RATE_SCALE,
    latency:
      p50Ms === null || p95Ms === null
        ? null
        : { p50Ms: Math.round(p50Ms), p95Ms: Math.round(p95Ms) },
  };
}
