import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shareReports } from './ready.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('asks the nodes once a second, however many ask whether all is well', async () => {
  let asked = 0;
  const ready = shareReports(async () => {
    asked += 1;
    return [{ name: 'database', ok: asked === 1 }];
  });
  const reports = await Promise.all(Array.from({ length: 50 }, () => ready()));
  expect(asked).toBe(1);
  expect(reports[49]).toEqual([{ name: 'database', ok: true }]);
  vi.advanceTimersByTime(999);
  expect(await ready()).toEqual([{ name: 'database', ok: true }]);
  vi.advanceTimersByTime(1);
  expect(await ready()).toEqual([{ name: 'database', ok: false }]);
  expect(asked).toBe(2);
});
