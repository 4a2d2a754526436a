import { type RawBuilder, sql } from 'kysely';
import type { CalendarDay } from '#kit/calendar-days.ts';

/** The first instant of days in a row, and the first one after them. */
export function boundsOf(days: readonly CalendarDay[]): {
  readonly from: Date;
  readonly until: Date;
} {
  const from = days.at(0)?.start ?? new Date(0);
  return { from, until: days.at(-1)?.end ?? from };
}

/**
 * Which of days in a row a time is in, counted from 0. The days come from the caller, so that no time zone of the database
 * matters. What is outside counts for the first or the last day.
 */
export function dayOf(time: RawBuilder<unknown>, days: readonly CalendarDay[]): RawBuilder<number> {
  const later = days.slice(1).map(({ start }) => start.toISOString());
  return sql<number>`width_bucket(${time}, ${later}::timestamptz[])::integer`;
}
