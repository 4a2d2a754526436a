import { describe, expect, it } from 'vitest';
import { computeOnce } from './compute-once.ts';

describe('a value that is computed once', () => {
  it('is not computed before somebody asks for it, and not again', () => {
    let count = 0;
    const value = computeOnce(() => {
      count += 1;
      return undefined;
    });
    expect(count).toBe(0);
    expect([value(), value()]).toEqual([undefined, undefined]);
    expect(count).toBe(1);
  });

  it('is tried again after a failure', () => {
    const outcomes = [() => expect.unreachable('the first'), () => 'the second'];
    const value = computeOnce(() => outcomes.shift()?.());
    expect(value).toThrow('the first');
    expect(value()).toBe('the second');
  });
});
