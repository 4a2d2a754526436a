import { describe, expect, it } from 'vitest';
import { networkStateOf, type ScanProgress } from './network-state.ts';

const now = new Date('2026-01-02T03:04:05.000Z');
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const progress: ScanProgress = { cursor: 100n, head: 100n, movedAt: now, isHalted: false };
const stateOf = (more: Partial<ScanProgress>) =>
  networkStateOf({ ...progress, ...more }, { now, blockTimeMs: 12_000 });

describe('a network', () => {
  it('is up while its newest blocks are scanned', () => {
    expect(stateOf({})).toBe('up');
    expect(stateOf({ head: 110n })).toBe('up');
    // The clock of a watcher may run ahead.
    expect(stateOf({ movedAt: secondsAgo(-5), cursor: 101n })).toBe('up');
  });

  it('is behind where what is left takes over two minutes at its pace', () => {
    expect(stateOf({ head: 111n })).toBe('behind');
  });

  it('is stalled where nothing was scanned for five minutes', () => {
    expect(stateOf({ movedAt: secondsAgo(300) })).toBe('up');
    expect(stateOf({ movedAt: secondsAgo(301), head: 111n })).toBe('stalled');
  });

  it('is halted whatever else it is', () => {
    expect(stateOf({ isHalted: true, movedAt: secondsAgo(9_999) })).toBe('halted');
  });

  it('that was never scanned is not followed', () => {
    expect(networkStateOf(undefined, { now, blockTimeMs: 1 })).toBe('not_followed');
  });
});
