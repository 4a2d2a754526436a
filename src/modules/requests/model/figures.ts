import { currencyById } from '#catalog/currencies.ts';
import { printAmount } from '#kit/amount.ts';
import type { CalendarDay } from '#kit/calendar-days.ts';
import { invariant } from '#kit/failure.ts';
import type { Flow } from '#modules/events/index.ts';

/** What moved in one token on one day, which is counted from 0. */
export interface Volume {
  readonly day: number;
  readonly flow: Flow;
  readonly network: string;
  readonly currencyId: string;
  readonly payments: number;
  readonly tokenUnits: bigint;
}

type Days = readonly Pick<CalendarDay, 'date'>[];

/** The payments in each token, in one direction each: amounts of different tokens are never added. */
export function volumesOf(volumes: readonly Volume[], days: Days) {
  const byToken = Map.groupBy(volumes, ({ flow, currencyId }) => `${flow} ${currencyId}`);
  return [...byToken.values()].map((parts) => {
    const [first] = parts;
    invariant(first !== undefined, 'a group has a part');
    const { flow, network, currencyId } = first;
    const decimals = currencyById(currencyId)?.decimals;
    invariant(decimals !== undefined, `${currencyId} was paid, so it is listed`);
    return {
      flow,
      network,
      currency: currencyId,
      payments: sum(parts.map(({ payments }) => payments)),
      amount: printAmount(
        parts.reduce((units, { tokenUnits }) => units + tokenUnits, 0n),
        decimals,
      ),
      days: parts.map(({ day, payments, tokenUnits }) => ({
        date: dateOf(days, day),
        payments,
        amount: printAmount(tokenUnits, decimals),
      })),
    };
  });
}

/** What became of the requests that were created on one day, which is counted from 0. */
export interface RequestCounts {
  readonly day: number;
  readonly flow: Flow;
  readonly created: number;
  readonly paid: number;
  /** Those whose link ended before they were paid. */
  readonly unpaid: number;
}

type Counts = Omit<RequestCounts, 'day' | 'flow'>;

/** What became of the requests of each direction, by day and altogether. */
export function outcomesOf(counts: readonly RequestCounts[], days: Days) {
  return (['incoming', 'outgoing'] as const).map((flow) => {
    const parts = counts.filter((part) => part.flow === flow);
    const total = {
      created: sum(parts.map(({ created }) => created)),
      paid: sum(parts.map(({ paid }) => paid)),
      unpaid: sum(parts.map(({ unpaid }) => unpaid)),
    };
    return {
      flow,
      ...outcomeOf(total),
      days: parts.map((part) => ({ date: dateOf(days, part.day), ...outcomeOf(part) })),
    };
  });
}

/** Rates are printed with so many decimals. */
const RATE_SCALE = 10_000;

/** What can still be paid says nothing about success, so it is no part of the rate. */
function outcomeOf({ created, paid, unpaid }: Counts) {
  const ended = paid + unpaid;
  const successRate = ended === 0 ? null : Math.round((paid / ended) * RATE_SCALE) / RATE_SCALE;
  return { created, paid, unpaid, open: created - ended, successRate };
}

function dateOf(days: Days, day: number): string {
  const date = days[day]?.date;
  invariant(date !== undefined, 'a day is one of those that were asked for');
  return date;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
