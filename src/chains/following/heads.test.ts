import { describe, expect, it } from 'vitest';
import { listenToHeads } from './heads.ts';

/** A subscription to heads that a test reports, on timers that it lets end. */
function open() {
  const listeners = new Set<(hash: string) => void>();
  const timers = new Map<() => void, number>();
  const heads = listenToHeads(
    (onHead) => {
      listeners.add(onHead);
      return () => listeners.delete(onHead);
    },
    {
      pollMs: 1_500,
      runtime: {
        startTimer: (ms, end) => {
          timers.set(end, ms);
          return () => timers.delete(end);
        },
      },
    },
  );
  const report = (hash: string) => {
    for (const onHead of listeners) onHead(hash);
  };
  return { heads, report, timers, listeners };
}

describe('a subscription to blocks of this process', () => {
  it('resolves at the next block, with no timer left', async () => {
    const { heads, report, timers } = open();
    const waiting = heads.wait('0x01');
    expect([...timers.values()]).toEqual([1_500]);
    report('0x02');
    expect(await waiting).toBe('new_head');
    expect(timers.size).toBe(0);
  });

  it('counts a block of before once, unless it is known already', async () => {
    const { heads, report, timers } = open();
    report('0x02');
    expect(await heads.wait('0x01')).toBe('new_head');
    report('0x03');
    const waiting = heads.wait('0x03', { mostMs: 20 });
    expect([...timers.values()]).toEqual([20]);
    for (const end of timers.keys()) end();
    expect(await waiting).toBe('waited');
  });

  it('is polled where no block comes', async () => {
    const { heads, timers } = open();
    const waiting = heads.wait(undefined);
    for (const end of timers.keys()) end();
    expect(await waiting).toBe('waited');
  });

  it('ends with whoever waits for it', async () => {
    const { heads, listeners } = open();
    const waiting = heads.wait(undefined);
    heads.close();
    expect(await waiting).toBe('waited');
    expect(listeners.size).toBe(0);
  });
});
