import type { CalendarDay } from '#kit/calendar-days.ts';
import type { Flow } from '#modules/events/index.ts';
import type { Volume } from './figures.ts';

/** Days of every time zone begin with such a part of an hour. */
export const QUARTER_MS = 900_000;

/** What payments moved in one token and one direction within a quarter of an hour, and how long they took. */
export interface PaymentPart {
  /** Quarters of an hour since 1970. */
  readonly quarter: number;
  readonly flow: Flow;
  readonly network: string;
  readonly currencyId: string;
  readonly payments: number;
  readonly tokenUnits: bigint;
  /** Seconds from the creation of what was paid until the payment counted, of each that the account received. */
  readonly settled: Float64Array;
  /** Seconds from the payment's block until it counted. */
  readonly confirmed: Float64Array;
}

/** The parts of each of days in a row. */
export function partsOfDays(
  parts: readonly PaymentPart[],
  days: readonly Pick<CalendarDay, 'end'>[],
): readonly (readonly PaymentPart[])[] {
  const ofDays: PaymentPart[][] = days.map(() => []);
  let day = 0;
  for (const part of parts.toSorted((a, b) => a.quarter - b.quarter)) {
    while (day < days.length - 1 && part.quarter * QUARTER_MS >= endOf(days[day])) day += 1;
    ofDays[day]?.push(part);
  }
  return ofDays;
}

function endOf(day: Pick<CalendarDay, 'end'> | undefined): number {
  return day?.end.getTime() ?? Number.POSITIVE_INFINITY;
}

/** What the payments of one day moved, in each direction and token. */
export function addVolumes(parts: readonly PaymentPart[], day: number): readonly Volume[] {
  const volumes = new Map<string, Volume>();
  for (const { flow, network, currencyId, payments, tokenUnits } of parts) {
    const name = `${flow} ${network} ${currencyId}`;
    const before = volumes.get(name);
    volumes.set(name, {
      ...{ day, flow, network, currencyId },
      payments: payments + (before?.payments ?? 0),
      tokenUnits: tokenUnits + (before?.tokenUnits ?? 0n),
    });
  }
  return [...volumes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, volume]) => volume);
}
