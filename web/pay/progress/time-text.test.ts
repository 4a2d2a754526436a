import { describe, expect, it } from 'vitest';
import { momentText, timeLeft } from './time-text.ts';

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

describe('the time that is left', () => {
  it.each([
    [7 * DAY, '7 days left'],
    [3 * DAY - 1, '2 days left'],
    [2 * DAY, '2 days left'],
    [2 * DAY - 1, '47 hours left'],
    [2 * HOUR, '2 hours left'],
    [2 * HOUR - 1, '119 minutes left'],
    [23 * MINUTE + 59 * SECOND, '23 minutes left'],
    [MINUTE, '1 minute left'],
    [MINUTE - 1, 'Less than a minute left'],
    [1, 'Less than a minute left'],
  ])('of %i ms is said in words and never rounded up', (leftMs, text) => {
    expect(timeLeft(leftMs)).toBe(text);
  });

  it.each([0, -1, -DAY])('is not said to be over: %i ms', (leftMs) => {
    expect(timeLeft(leftMs)).toBeUndefined();
  });
});

describe('the moment', () => {
  const at = Date.parse('2026-11-29T15:42:00.000Z');

  it('is in UTC, which is named, where no zone is known', () => {
    expect(momentText(at, { isLocal: false })).toBe('15:42 UTC on 29 November');
  });

  it('is in the zone of the device where that is known', () => {
    const local = new Date(at);
    const [hours, minutes] = [local.getHours(), local.getMinutes()].map((part) =>
      String(part).padStart(2, '0'),
    );
    const text = momentText(at, { isLocal: true });
    expect(text).toContain(`${hours}:${minutes} on ${local.getDate()} `);
    expect(text).not.toContain('UTC');
  });
});
