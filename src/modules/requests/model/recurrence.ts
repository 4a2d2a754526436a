import { z } from 'zod';

/** How often a request comes again. */
export const RecurrenceFrequency = z.enum(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);

/** How often a request comes again. */
type RecurrenceFrequency = z.output<typeof RecurrenceFrequency>;

/** When a request comes again, as a call says it. */
export const Recurrence = z
  .strictObject({
    startDate: z
      .union(
        [z.iso.date(), z.iso.datetime({ offset: true })],
        'startDate must be a date, such as 2030-01-31, or a time with its offset, such as 2030-01-31T09:00:00Z',
      )
      .describe('When the period of this request begins; a date begins at midnight UTC.'),
    frequency: RecurrenceFrequency.describe(
      'A month later is the same day of the next month, or its last day where it has no such day.',
    ),
  })
  .meta({
    id: 'RequestRecurrence',
    description: 'When a request comes again: one period after `startDate`, and so on.',
    examples: [{ startDate: '2030-01-31', frequency: 'MONTHLY' }],
  });

/** When a request comes again. */
export type Recurrence = z.output<typeof Recurrence>;

/** The times of a request that comes again. */
export interface RecurrencePlan {
  /** When period 0 begins, whose request is the first. */
  readonly startAt: Date;
  readonly frequency: RecurrenceFrequency;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A date is a day, and days begin up to this much earlier elsewhere; what is older is in the past. */
const START_PAST_MS_MAX = DAY_MS;

/** Whoever plans longer ahead has mistyped a year. */
const START_AHEAD_MS_MAX = 3_660 * DAY_MS;

/** What is wrong with the start of a recurrence; undefined for nothing. */
export function startProblem({ startAt }: RecurrencePlan, now: Date): string | undefined {
  const aheadMs = startAt.getTime() - now.getTime();
  if (aheadMs < -START_PAST_MS_MAX) return 'must not be in the past';
  if (aheadMs > START_AHEAD_MS_MAX) return 'must be within ten years';
  return undefined;
}

/**
 * When a period begins. Months and years are those of the calendar in UTC, counted from the start: of a start
 * on the 31st, each is on the last day of its month.
 */
export function periodStart({ startAt, frequency }: RecurrencePlan, period: number): Date {
  switch (frequency) {
    case 'DAILY':
      return new Date(startAt.getTime() + period * DAY_MS);
    case 'WEEKLY':
      return new Date(startAt.getTime() + period * 7 * DAY_MS);
    case 'MONTHLY':
      return monthsAfter(startAt, period);
    case 'YEARLY':
      return monthsAfter(startAt, period * 12);
  }
}

/** The first period after that of the first request that begins later than `now`. */
export function periodAfter(plan: RecurrencePlan, now: Date): number {
  // A period has at most 366 days, so this many lie behind at least.
  let period = Math.max(1, Math.floor((now.getTime() - plan.startAt.getTime()) / longest(plan)));
  while (periodStart(plan, period) <= now) period += 1;
  return period;
}

function longest({ frequency }: RecurrencePlan): number {
  return { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 }[frequency] * DAY_MS;
}

function monthsAfter(start: Date, months: number): Date {
  const day = start.getUTCDate();
  const found = new Date(start);
  // From the first, because the 31st of a shorter month is a day of the next one.
  found.setUTCDate(1);
  found.setUTCMonth(start.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(found.getUTCFullYear(), found.getUTCMonth() + 1, 0));
  found.setUTCDate(Math.min(day, lastDay.getUTCDate()));
  return found;
}
