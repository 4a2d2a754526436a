import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { releaseMemory } from './release-memory.ts';

const MEGABYTE = 2 ** 20;
const EVERY_MS = 1_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function observe() {
  const seen = { load: 0, bytes: 200 * MEGABYTE, collections: 0, nowMs: 0, takesMs: 0 };
  const end = releaseMemory({
    collect: () => {
      seen.collections += 1;
      seen.nowMs += seen.takesMs;
      seen.bytes = 140 * MEGABYTE;
    },
    residentBytes: () => seen.bytes,
    measureLoad: () => seen.load,
    everyMs: EVERY_MS,
    nowMs: () => seen.nowMs,
  });
  return { seen, end, poll: () => vi.advanceTimersByTime(EVERY_MS) };
}

describe('releasing memory', () => {
  it('collects once after the start, and not again while little is added', () => {
    const { seen, poll, end } = observe();
    poll();
    expect(seen.collections).toBe(1);
    seen.bytes = 147 * MEGABYTE;
    poll();
    poll();
    expect(seen.collections).toBe(1);
    end();
  });

  it('waits until a busy time is over', () => {
    const { seen, poll, end } = observe();
    seen.load = 0.5;
    poll();
    poll();
    expect(seen.collections).toBe(0);
    seen.load = 0.02;
    poll();
    expect(seen.collections).toBe(1);
    end();
  });

  it('collects again once more is held than was left', () => {
    const { seen, poll, end } = observe();
    poll();
    seen.bytes = 149 * MEGABYTE;
    poll();
    expect(seen.collections).toBe(2);
    end();
  });

  it('rests a thousand times as long as it stopped the thread', () => {
    const { seen, poll, end } = observe();
    seen.takesMs = 150;
    poll();
    seen.bytes = 200 * MEGABYTE;
    seen.nowMs += 149_999;
    poll();
    expect(seen.collections).toBe(1);
    seen.nowMs += 1;
    poll();
    expect(seen.collections).toBe(2);
    end();
  });

  it('ends', () => {
    const { seen, poll, end } = observe();
    end();
    poll();
    expect(seen.collections).toBe(0);
  });
});
