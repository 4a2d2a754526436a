import { describe, expect, it } from 'vitest';
import { addDays, countDays, dateIn, daysBetween, isDate, isTimeZone } from './calendar-days.ts';

const hoursOf = (date: string, timeZone: string) =>
  daysBetween(date, date, timeZone).map(({ start, end }) => ({
    start: start.toISOString(),
    hours: (end.getTime() - start.getTime()) / 3_600_000,
  }));

describe('a day', () => {
  it.each([
    ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z', 24],
    ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z', 24],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    // Clocks go from 0:00 to 1:00, so the day begins at one.
    ['America/Santiago', '2023-09-03', '2023-09-03T04:00:00.000Z', 23],
    // Clocks go from 24:00 back to 23:00 of the day before.
    ['America/Santiago', '2023-04-01', '2023-04-01T03:00:00.000Z', 25],
    ['America/Santiago', '2023-04-02', '2023-04-02T04:00:00.000Z', 24],
    // Clocks go from 1:00 back to 0:00, so it begins with the first of two midnights.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', 24],
  ])('in %s, %s, begins at %s and has %d hours', (...[timeZone, date, start, hours]) => {
    expect(hoursOf(date, timeZone)).toEqual([{ start, hours }]);
  });

  it('that a zone left out lasts no time', () => {
    expect(hoursOf('2011-12-30', 'Pacific/Apia')[0]?.hours).toBe(0);
  });

  it('is the one that the clocks of the zone show', () => {
    const instant = new Date('2026-01-01T03:30:00Z');
    expect(dateIn('America/New_York', instant)).toBe('2025-12-31');
    expect(dateIn('UTC', instant)).toBe('2026-01-01');
  });
});

describe('days in a row', () => {
  it('each begin where the one before ends, across a change of clocks and a leap day', () => {
    const days = daysBetween('2024-02-27', '2024-04-02', 'Europe/Berlin');
    expect(days).toHaveLength(countDays('2024-02-27', '2024-04-02'));
    expect(days.map(({ date }) => date)).toContain('2024-02-29');
    const ends = days.slice(0, -1).map(({ end }) => end);
    expect(days.slice(1).map(({ start }) => start)).toEqual(ends);
  });

  it('are counted with both ends', () => {
    expect(countDays('2026-01-01', '2026-01-01')).toBe(1);
    expect(countDays('2026-01-02', '2026-01-01')).toBe(0);
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });
});

describe('a text', () => {
  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '20260101', '2026-01-01T00:00Z', ''])(
    '"%s" is no day',
    (text) => expect(isDate(text)).toBe(false),
  );

  it.each(['+01:00', '-05:00', 'Mars/Olympus', '', "UTC'; drop table payment", '\0'])(
    '"%s" is no time zone',
    (text) => expect(isTimeZone(text)).toBe(false),
  );

  it('names zones and days that there are', () => {
    expect(['UTC', 'Europe/Berlin', 'America/Argentina/Ushuaia'].filter(isTimeZone)).toHaveLength(
      3,
    );
    expect(isDate('2024-02-29')).toBe(true);
  });
});
