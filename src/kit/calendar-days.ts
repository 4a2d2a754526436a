/** A day of a calendar: what a time zone calls it, and the instants between which it lasts. */
export interface CalendarDay {
  /** As `2026-01-31`. */
  readonly date: string;
  readonly start: Date;
  /** The first instant of the next day. */
  readonly end: Date;
}

/** Days in a row, as a time zone has them. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  /** At least one. */
  readonly days: readonly CalendarDay[];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether the runtime knows a time zone by this name; offsets such as `+01:00` are no names. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Whether a text is a day that some calendar has, as `2026-01-31`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The day that an instant is in, where the clocks of a zone show it. */
export function dateIn(timeZone: string, instant: Date): string {
  return openZone(timeZone).dateAt(instant.getTime());
}

/** A day so many days after another one; before it where the number is below zero. */
export function addDays(date: string, days: number): string {
  return new Date(midnight(date) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** How many days there are from one to another, both included; below one where the second is earlier. */
export function countDays(from: string, to: string): number {
  return (midnight(to) - midnight(from)) / DAY_MS + 1;
}

/**
 * The days from one to another, both included, as a time zone has them: with 23 or 25 hours where clocks change, and from
 * one where midnight is skipped. A day that a zone left out lasts no time.
 */
export function daysBetween(from: string, to: string, timeZone: string): readonly CalendarDay[] {
  const zone = openZone(timeZone);
  const dates = Array.from({ length: countDays(from, to) }, (_, i) => addDays(from, i));
  const starts = [...dates, addDays(to, 1)].map((date) => startOf(zone, date));
  return dates.map((date, i) => ({
    date,
    start: new Date(starts[i] ?? 0),
    end: new Date(starts[i + 1] ?? 0),
  }));
}

/** Midnight of a day, as if the zone were UTC. */
function midnight(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

interface Zone {
  /** What the clocks show, in milliseconds as if they showed UTC. */
  readonly clockAt: (instantMs: number) => number;
  readonly dateAt: (instantMs: number) => string;
}

function openZone(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const partsAt = (instantMs: number) =>
    Object.fromEntries(format.formatToParts(instantMs).map(({ type, value }) => [type, value]));
  const dateAt = (instantMs: number) => {
    const { year = '', month, day } = partsAt(instantMs);
    return `${year.padStart(4, '0')}-${month}-${day}`;
  };
  const clockAt = (instantMs: number) => {
    const { hour, minute, second } = partsAt(instantMs);
    return Date.parse(`${dateAt(instantMs)}T${hour}:${minute}:${second}Z`);
  };
  return { clockAt, dateAt };
}

/** The first instant of a day: midnight by the offset before it or after it, whichever shows that day first. */
function startOf({ clockAt, dateAt }: Zone, date: string): number {
  const clock = midnight(date);
  const offsetNear = (instantMs: number) => clockAt(instantMs) - instantMs;
  const byOffsets = [clock - DAY_MS, clock + DAY_MS].map((near) => clock - offsetNear(near));
  const first = byOffsets.sort((a, b) => a - b).find((instantMs) => dateAt(instantMs) === date);
  return first ?? Math.max(...byOffsets);
}
