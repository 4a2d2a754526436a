import { z } from 'zod';

/** The days that figures are of, as an answer repeats them. */
export const DAY_RANGE_ANSWER = {
  from: z.iso.date().describe('The first day.'),
  to: z.iso.date().describe('The last day.'),
  timeZone: z.string().describe('Where days begin and end.'),
};

/** What an example of {@link DAY_RANGE_ANSWER} says. */
export const SAMPLE_DAY_RANGE = { from: '2026-01-01', to: '2026-01-30', timeZone: 'Europe/Berlin' };

/** What distinguishes the items of a list of days. */
export const DAY_OF_FIGURES = { date: z.iso.date().describe('The day.') };
