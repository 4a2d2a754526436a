import type { Context } from '#context.ts';
import type { DayRange } from '#kit/calendar-days.ts';
import { findOwnWebhook } from './find-own-webhook.ts';
import { RETRY_DELAYS_MS } from './model/retry-schedule.ts';
import { reachOfActor } from './scope-of-actor.ts';
import { type AttemptFigures, findAttemptFigures } from './store/figures.ts';

interface FiguresInput extends DayRange {
  /** Undefined counts all endpoints of the account. */
  readonly webhookId: string | undefined;
}

/**
 * How the endpoints of the caller's account, or one of them, answered what they were sent in these days, tests included. Refuses (404) an endpoint
 * that the caller may not manage; a partner names one of its own.
 */
export async function viewWebhookFigures(
  ctx: Context,
  { days, webhookId, ...range }: FiguresInput,
) {
  const reach = await reachOfActor(ctx);
  const endpointId =
    webhookId === undefined ? undefined : (await findOwnWebhook(ctx, reach, webhookId)).id;
  const asked = { accountId: reach.accountId, endpointId, days };
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
