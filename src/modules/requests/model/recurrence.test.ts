import { describe, expect, it } from 'vitest';
import { periodAfter, periodStart, Recurrence, startProblem } from './recurrence.ts';

const at = (text: string) => new Date(text);
const days = (frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY', start: string, count: number) =>
  Array.from({ length: count }, (_, period) =>
    periodStart({ startAt: at(start), frequency }, period).toISOString(),
  );

describe('a period begins', () => {
  it('every day and every seven days at the same time', () => {
    expect(days('DAILY', '2026-12-30T09:30:00.000Z', 3)).toEqual([
      '2026-12-30T09:30:00.000Z',
      '2026-12-31T09:30:00.000Z',
      '2027-01-01T09:30:00.000Z',
    ]);
    expect(days('WEEKLY', '2028-02-25T00:00:00.000Z', 2)[1]).toBe('2028-03-03T00:00:00.000Z');
  });

  it('on the last day of a month that has no 31st, and on the 31st of the next that has one', () => {
    expect(days('MONTHLY', '2027-12-31T23:59:59.999Z', 5)).toEqual([
      '2027-12-31T23:59:59.999Z',
      '2028-01-31T23:59:59.999Z',
      '2028-02-29T23:59:59.999Z',
      '2028-03-31T23:59:59.999Z',
      '2028-04-30T23:59:59.999Z',
    ]);
  });

  it('on 28 February of a year without the 29th, and on the 29th of the next that has one', () => {
    const years = days('YEARLY', '2028-02-29T00:00:00.000Z', 5);
    expect(years.map((text) => text.slice(0, 10))).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ]);
  });
});

describe('the next period', () => {
  const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
  it.each(frequencies)(
    'of %s is the first that begins later, and never that of the first request',
    (frequency) => {
      const plan = { startAt: at('2026-01-31T12:00:00.000Z'), frequency };
      expect(periodAfter(plan, at('2025-01-01T00:00:00.000Z'))).toBe(1);
      for (const now of ['2026-02-28T12:00:00.000Z', '2031-07-04T00:00:00.000Z']) {
        const period = periodAfter(plan, at(now));
        expect(periodStart(plan, period) > at(now)).toBe(true);
        expect(period === 1 || periodStart(plan, period - 1) <= at(now)).toBe(true);
      }
    },
  );
});

describe('a start', () => {
  const now = at('2026-11-23T19:00:00.000Z');
  const problem = (text: string) =>
    startProblem({ startAt: at(text), frequency: 'DAILY' }, now) ?? 'none';

  it('may be today, wherever that is', () => {
    expect(problem('2026-11-23')).toBe('none');
    expect(problem('2026-11-22T22:00:00Z')).toBe('none');
  });

  it('may not be in the past, nor more than ten years ahead', () => {
    expect(problem('2026-11-22')).toMatch(/past/);
    expect(problem('2126-11-23')).toMatch(/ten years/);
  });

  it.each(['2026-02-30', '2026-13-01', 'tomorrow', '2026-11-23T19:00:00', 1_790_000_000])(
    'is no date as %j',
    (startDate) => {
      expect(Recurrence.safeParse({ startDate, frequency: 'DAILY' }).success).toBe(false);
    },
  );
});
