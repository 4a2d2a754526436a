import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Outage } from '#kit/failure.ts';
import { openSemaphore } from './semaphore.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work that ends when the test resolves it. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let begun = false;
  const work = () => {
    begun = true;
    return promise;
  };
  return { work, end: resolve, fail: reject, isBegun: () => begun };
}

const limits = { atOnceMax: 2, waitingMax: 2, waitMs: 1_000 };

describe('a semaphore', () => {
  it('let as many work as may, and the next ones in the order of their calls', async () => {
    const take = openSemaphore(limits);
    const [a, b, c, d] = [held(), held(), held(), held()];
    const all = [a, b, c, d].map(({ work }) => take(work));
    await vi.advanceTimersByTimeAsync(0);
    expect([a, b, c, d].map(({ isBegun }) => isBegun())).toEqual([true, true, false, false]);
    b.end('b');
    await vi.advanceTimersByTimeAsync(0);
    expect([c, d].map(({ isBegun }) => isBegun())).toEqual([true, false]);
    for (const one of [a, c, d]) one.end('done');
    expect(await Promise.all(all)).toEqual(['done', 'b', 'done', 'done']);
  });

  it('pass on when the work fails', async () => {
    const take = openSemaphore({ ...limits, atOnceMax: 1 });
    const [bad, good] = [held(), held()];
    const first = take(bad.work);
    const second = take(good.work);
    bad.fail(new Error('the work failed'));
    await expect(first).rejects.toThrow('the work failed');
    good.end('good');
    expect(await second).toBe('good');
  });

  it('refuse one too many at once, and leave the others their places', async () => {
    const take = openSemaphore(limits);
    const holders = [held(), held(), held(), held()];
    const all = holders.map(({ work }) => take(work));
    const late = held();
    await expect(take(late.work)).rejects.toThrow(Outage);
    expect(late.isBegun()).toBe(false);
    for (const one of holders) one.end('done');
    expect(await Promise.all(all)).toHaveLength(4);
  });

  it('are waited for no longer than the limit, and then are free for the next', async () => {
    const take = openSemaphore({ ...limits, atOnceMax: 1 });
    const [slow, impatient, patient] = [held(), held(), held()];
    const first = take(slow.work);
    const second = expect(take(impatient.work)).rejects.toThrow('longer than 1000 ms');
    await vi.advanceTimersByTimeAsync(999);
    const third = take(patient.work);
    await vi.advanceTimersByTimeAsync(1);
    await second;
    slow.end('slow');
    patient.end('patient');
    expect(await Promise.all([first, third])).toEqual(['slow', 'patient']);
    expect(impatient.isBegun()).toBe(false);
  });
});
