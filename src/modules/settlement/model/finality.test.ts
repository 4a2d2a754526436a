import { describe, expect, it } from 'vitest';
import { countsUpTo } from './finality.ts';

const view = (blockNumber: bigint, finalizedNumber?: bigint) => ({ blockNumber, finalizedNumber });

describe('a depth', () => {
  it('of one is met by the newest block itself', () => {
    expect(countsUpTo({ by: 'depth', blocks: 1 }, view(10n))).toBe(10n);
  });

  it('counts the block itself: twelve deep is eleven below the newest', () => {
    expect(countsUpTo({ by: 'depth', blocks: 12 }, view(100n))).toBe(89n);
  });

  it('that the chain has not reached yet is met by no block', () => {
    expect(countsUpTo({ by: 'depth', blocks: 12 }, view(5n))).toBeLessThan(0n);
  });
});

describe('a tag', () => {
  const rule = { by: 'finalized_tag', fallbackBlocks: 5 } as const;

  it('decides alone where it is served, however old it is', () => {
    expect(countsUpTo(rule, view(100n, 99n))).toBe(99n);
    expect(countsUpTo(rule, view(100n, 7n))).toBe(7n);
  });

  it('never counts what was not looked at', () => {
    expect(countsUpTo(rule, view(100n, 120n))).toBe(100n);
  });

  it('is replaced by a depth where it is not served', () => {
    expect(countsUpTo(rule, view(100n))).toBe(96n);
  });
});
