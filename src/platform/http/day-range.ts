import { z } from 'zod';
import {
  addDays,
  countDays,
  type DayRange,
  dateIn,
  daysBetween,
  isDate,
  isTimeZone,
} from '#kit/calendar-days.ts';
import { refuseField } from '#kit/failure.ts';

/** A leap year: more is not shown in one chart, and would be read in one statement. */
const DAYS_MAX = 366;

/** What is shown where a query names no days. */
const DAYS_PRESET = 30;

/** Longer than any name of a time zone. */
const TIME_ZONE_CHARS_MAX = 64;

const day = (field: string) =>
  z.string().refine(isDate, `${field} must be a day such as 2026-01-31`).optional();

/** The members of a query that name days. */
export const DAY_RANGE_FIELDS = {
  from: day('from').describe(
    'The first day, as `2026-01-01`; 30 days up to `to` where it is left out.',
  ),
  to: day('to').describe('The last day, which counts as a whole; today where it is left out.'),
  timeZone: z
    .string()
    .max(TIME_ZONE_CHARS_MAX)
    .refine(isTimeZone, 'timeZone must be a name of the IANA list, such as Europe/Berlin')
    .default('UTC')
    .describe('Where days begin and end: a name of the IANA list, such as `Europe/Berlin`.'),
};

interface DayRangeQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone: string;
}

/** The days that a query names; refuses (400) more than a year of them, and an end before the beginning. */
export function readDayRange(now: Date, { from, to, timeZone }: DayRangeQuery): DayRange {
  const last = to ?? dateIn(timeZone, now);
  const first = from ?? addDays(last, 1 - DAYS_PRESET);
  const count = countDays(first, last);
  if (count < 1) throw refuseField('to', 'to must be from or a later day');
  if (count > DAYS_MAX)
    throw refuseField('from', `from must be at most ${DAYS_MAX} days before to`);
  return { from: first, to: last, timeZone, days: daysBetween(first, last, timeZone) };
}
