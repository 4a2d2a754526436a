/** How often a payout recurs. */
export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;

/** One of them. */
export type Frequency = (typeof FREQUENCIES)[number];

const DAY_SECONDS = 86_400;

/** The contract counts seconds and knows no calendar: a month is 30 days, a year 365. */
export const PERIOD_SECONDS: Readonly<Record<Frequency, number>> = {
  DAILY: DAY_SECONDS,
  WEEKLY: 7 * DAY_SECONDS,
  MONTHLY: 30 * DAY_SECONDS,
  YEARLY: 365 * DAY_SECONDS,
};

/** The contract counts them in eight bits; of one there is nothing to recur. */
export const TOTAL_PAYMENTS_MIN = 2;

/** What eight bits hold. */
export const TOTAL_PAYMENTS_MAX = 255;

/** A permit can be used until then, also one that was cancelled: long enough to catch up, and no longer. */
const USABLE_AFTER_LAST_SECONDS = 7 * DAY_SECONDS;

/** When the instalments of a schedule are due. */
export interface Timetable {
  readonly firstDueAt: Date;
  readonly periodSeconds: number;
  readonly totalPayments: number;
}

/** When an instalment is due, counted from 1. */
export function dueAt({ firstDueAt, periodSeconds }: Timetable, index: number): Date {
  return new Date(firstDueAt.getTime() + (index - 1) * periodSeconds * 1_000);
}

/** When each instalment is due, in their order. */
export function dueDates(timetable: Timetable): readonly Date[] {
  return Array.from({ length: timetable.totalPayments }, (_, at) => dueAt(timetable, at + 1));
}

/** When the permit of a schedule ends. */
export function expiryOf(timetable: Timetable): Date {
  const last = dueAt(timetable, timetable.totalPayments);
  return new Date(last.getTime() + USABLE_AFTER_LAST_SECONDS * 1_000);
}

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const WITH_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** `2030-01-31`. */
const DAY_LENGTH = 10;

/** Whether the calendar has that day: 2030-02-30 would be read as 2 March, which nobody meant. */
function isDay(text: string): boolean {
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The time that a text names in whole seconds, a date meaning its beginning (UTC); undefined for what is neither. */
export function readStartDate(text: string): Date | undefined {
  if (!DATE_ONLY.test(text) && !WITH_TIME.test(text)) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return undefined;
  if (!isDay(text.slice(0, DAY_LENGTH))) return undefined;
  return new Date(Math.floor(time.getTime() / 1_000) * 1_000);
}

/** Whether a schedule may begin then: today (UTC) or later. What is due already is taken once the payer signs. */
export function isInPast(startsAt: Date, now: Date): boolean {
  const today = now.getTime() - (now.getTime() % (DAY_SECONDS * 1_000));
  return startsAt.getTime() < today;
}
