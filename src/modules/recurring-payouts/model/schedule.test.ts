import { describe, expect, it } from 'vitest';
import {
  dueAt,
  dueDates,
  expiryOf,
  type Frequency,
  isInPast,
  PERIOD_SECONDS,
  readStartDate,
} from './schedule.ts';

const at = (text: string) => new Date(text);

function timetable(frequency: Frequency, first: string, totalPayments: number) {
  return { firstDueAt: at(first), periodSeconds: PERIOD_SECONDS[frequency], totalPayments };
}

describe('an instalment is due', () => {
  it.each<[Frequency, number, string]>([
    ['DAILY', 2, '2028-02-29T09:30:00.000Z'],
    ['WEEKLY', 3, '2028-03-13T09:30:00.000Z'],
    // Of 30 days each, whatever the months of the calendar have.
    ['MONTHLY', 2, '2028-03-29T09:30:00.000Z'],
    ['MONTHLY', 13, '2029-02-22T09:30:00.000Z'],
    // Of 365 days each, also over a 29 February.
    ['YEARLY', 2, '2029-02-27T09:30:00.000Z'],
  ])('%s: the payment number %i of 28 February 2028 on %s', (frequency, index, due) => {
    expect(dueAt(timetable(frequency, '2028-02-28T09:30:00.000Z', 20), index)).toEqual(at(due));
  });

  it('as often as there are payments, the first at the beginning', () => {
    const dates = dueDates(timetable('DAILY', '2026-01-01T00:00:00.000Z', 255));
    expect(dates).toHaveLength(255);
    expect(dates[0]).toEqual(at('2026-01-01T00:00:00.000Z'));
    expect(dates[254]).toEqual(at('2026-09-12T00:00:00.000Z'));
  });

  it('a week before its permit ends, the last one', () => {
    const days = timetable('DAILY', '2026-01-01T00:00:00.000Z', 2);
    expect(expiryOf(days)).toEqual(at('2026-01-09T00:00:00.000Z'));
  });
});

describe('a start', () => {
  it.each([
    ['2030-01-31', '2030-01-31T00:00:00.000Z'],
    ['2030-01-31T10:00:00Z', '2030-01-31T10:00:00.000Z'],
    ['2030-01-31T10:00+02:00', '2030-01-31T08:00:00.000Z'],
    ['2030-01-31T10:00:00.999Z', '2030-01-31T10:00:00.000Z'],
    ['2032-02-29T23:30-01:00', '2032-03-01T00:30:00.000Z'],
    ['2030-01-01T00:00+14:00', '2029-12-31T10:00:00.000Z'],
  ])('%s is read as %s', (text, time) => {
    expect(readStartDate(text)).toEqual(at(time));
  });

  it.each([
    ...['2030-02-30', '2030-13-01', '2030-00-10', '2030-01-00'],
    // Days that a month does not have, also with a time and a zone.
    ...['2030-02-30T00:00Z', '2030-02-29T23:59:59-12:00', '2030-04-31T00:00+14:00'],
    ...['2030-01-31T25:00Z', '2030-01-31T24:01Z', '2030-01-31T10:60Z', '2030-01-31T10:00+25:00'],
    ...['2030-01-31T10:00:00', '31.1.2030', '1893456000', ''],
  ])('is not read from "%s"', (text) => {
    expect(readStartDate(text)).toBeUndefined();
  });

  it.each([
    ['2026-01-02T00:00:00.000Z', false],
    ['2026-01-03T00:00:00.000Z', false],
    ['2026-01-01T23:59:59.000Z', true],
  ])('at %s lies in the past of the 2nd of January: %s', (start, isPast) => {
    expect(isInPast(at(start), at('2026-01-02T23:00:00.000Z'))).toBe(isPast);
  });
});
