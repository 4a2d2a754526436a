import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readyBody } from '#platform/http/ready-report.ts';
import { reportOf, shareReports } from './ready.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('queries the nodes once a second, for any number of probes', async () => {
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

describe('a host', () => {
  const database = { name: 'database', ok: true };
  const base = { name: 'node base', ok: true };
  const sepolia = { name: 'node sepolia', ok: false };

  it('still serves while a network of several is unreachable, and names it', () => {
    const report = reportOf(database, [base, sepolia]);
    expect(readyBody(report)).toEqual({
      status: 'ready',
      checks: [database, base, sepolia],
      warnings: ['No answer: node sepolia'],
    });
    expect(readyBody(reportOf(database, [base]))).toEqual({
      status: 'ready',
      checks: [database, base],
    });
    expect(reportOf(database, []).ready).toBe(true);
  });

  it('is not ready without its database, or without any network that it has', () => {
    const away = { ...database, ok: false };
    expect(readyBody(reportOf(away, [base])).status).toBe('not_ready');
    expect(readyBody(reportOf(database, [sepolia])).status).toBe('not_ready');
  });
});
