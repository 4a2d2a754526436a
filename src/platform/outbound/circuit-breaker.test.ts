import { describe, expect, it } from 'vitest';
import { openBreaker } from './circuit-breaker.ts';

/** Fails so many times, one after the other, and returns how long the node is left alone in the end. */
function fail(breaker: ReturnType<typeof openBreaker>, times: number, from: number) {
  let restMs: number | undefined;
  for (let i = 0; i < times; i += 1) {
    const nowMs = from + 2 * i;
    restMs = breaker.failed({ startedAtMs: nowMs - 1, nowMs, retryAfterMs: undefined });
  }
  return restMs;
}

describe('a breaker', () => {
  it('leaves a node alone after three failures in a row, and not after two', () => {
    const breaker = openBreaker();
    expect(fail(breaker, 2, 10)).toBeUndefined();
    expect(breaker.passage(20)).toBe('open');
    expect(fail(breaker, 1, 20)).toBe(1_000);
    expect(breaker.passage(1_019)).toBe('suspended');
    expect(breaker.begin(1_019)).toBe(false);
  });

  it('counts failures of the same moment as one', () => {
    const breaker = openBreaker();
    for (let i = 0; i < 10; i += 1) {
      breaker.failed({ startedAtMs: 5, nowMs: 100 + i, retryAfterMs: undefined });
    }
    expect(breaker.passage(200)).toBe('open');
    expect(breaker.failures).toBe(1);
  });

  it('lets one request through after the rest, and doubles the rest up to its bound', () => {
    const breaker = openBreaker();
    fail(breaker, 3, 10);
    let nowMs = 2_000;
    const rests: (number | undefined)[] = [];
    for (let i = 0; i < 6; i += 1) {
      expect(breaker.begin(nowMs)).toBe(true);
      expect(breaker.begin(nowMs)).toBe(false);
      rests.push(breaker.failed({ startedAtMs: nowMs, nowMs, retryAfterMs: undefined }));
      nowMs += 20_000;
    }
    expect(rests).toEqual([2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    expect(breaker.begin(nowMs)).toBe(true);
    expect(breaker.succeeded(nowMs)).toBe(true);
    expect(breaker.passage(nowMs)).toBe('open');
    expect(breaker.succeeded(nowMs)).toBe(false);
  });

  it('lets another through when one ended without a result', () => {
    const breaker = openBreaker();
    fail(breaker, 3, 10);
    expect(breaker.begin(2_000)).toBe(true);
    breaker.ended();
    expect(breaker.begin(2_000)).toBe(true);
  });

  it('waits as long as a node asks for, whatever else it answers meanwhile, but not for ever', () => {
    const breaker = openBreaker();
    expect(breaker.failed({ startedAtMs: 0, nowMs: 10, retryAfterMs: 30_000 })).toBe(30_000);
    expect(breaker.succeeded(20)).toBe(false);
    expect(breaker.passage(30_009)).toBe('suspended');
    expect(breaker.passage(30_010)).toBe('probe');
    const patient = openBreaker();
    expect(patient.failed({ startedAtMs: 0, nowMs: 0, retryAfterMs: 86_400_000 })).toBe(600_000);
  });
});
