import type { DayRange } from '../api/figures.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last days up to today, as the viewer's clock and zone have them. */
export function rangeOf(days: number, now = new Date()): DayRange {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // The Swedish form of a date is that of ISO 8601.
  const to = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);
  return { from: dateAfter(to, 1 - days), to, timeZone };
}

/** Every day of a range. */
export function datesOf({ from, to }: Pick<DayRange, 'from' | 'to'>): readonly string[] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length: count }, (_, i) => dateAfter(from, i));
}

function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** A value for every day; undefined on days that the figures leave out. */
export function byDate<Day extends { readonly date: string }, Value>(
  dates: readonly string[],
  days: readonly Day[],
  read: (day: Day) => Value,
): readonly (Value | undefined)[] {
  const values = new Map(days.map((day) => [day.date, read(day)]));
  return dates.map((date) => values.get(date));
}

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

/** The largest unit that a duration fills, and its seconds. */
export function unitOf(seconds: number) {
  return UNITS.find(([size]) => seconds >= size) ?? ([1, 's'] as const);
}

/** A duration in the largest unit that it fills. */
export function formatDuration(seconds: number): string {
  const [size, unit] = unitOf(seconds);
  return `${number.format(seconds / size)} ${unit}`;
}

/** A rate from 0 to 1 in percent. */
export function formatPercent(rate: number): string {
  return percent.format(rate);
}

/** Rates from 0 to 1 as a row of a chart in percent. */
export function percentSeries(label: string, rates: readonly (number | null | undefined)[]) {
  const percents = rates.map((rate) => (rate == null ? null : Math.round(rate * 10_000) / 100));
  return {
    label,
    values: percents,
    texts: percents.map((value) => (value === null ? '' : String(value))),
  };
}
