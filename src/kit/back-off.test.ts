import { describe, expect, it } from 'vitest';
import { backOffMs, openBackOff } from './back-off.ts';

const RULE = { firstMs: 250, mostMs: 1_500 };

describe('back-off', () => {
  it('doubles with each failure, up to the most', () => {
    expect([1, 2, 3, 4, 5].map((failures) => backOffMs(RULE, failures))).toEqual([
      250, 500, 1_000, 1_500, 1_500,
    ]);
  });

  it('is a finite number after any number of failures', () => {
    expect(backOffMs(RULE, 100_000)).toBe(1_500);
    expect(backOffMs({ firstMs: 0, mostMs: 10 }, 100_000)).toBe(0);
  });

  it('begins again after a success', () => {
    const backOff = openBackOff(RULE);
    expect([backOff.next(), backOff.next(), backOff.next()]).toEqual([250, 500, 1_000]);
    backOff.reset();
    expect([backOff.next(), backOff.next()]).toEqual([250, 500]);
  });

  it('stays at the most once it was set there, until it is reset', () => {
    const backOff = openBackOff(RULE);
    backOff.setLongest();
    expect([backOff.next(), backOff.next()]).toEqual([1_500, 1_500]);
    backOff.reset();
    expect(backOff.next()).toBe(250);
  });
});
