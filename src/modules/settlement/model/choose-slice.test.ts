import { expect, it } from 'vitest';
import { chooseSlice } from './choose-slice.ts';

const now = new Date('2026-01-02T03:04:05.000Z');
const purposeOf = (finalBlock: bigint, advancedMsAgo: number) =>
  chooseSlice(
    {
      firstBlock: 0n,
      nextBlock: 100n,
      againBlock: 0n,
      advancedAt: new Date(now.getTime() - advancedMsAgo),
    },
    { recheck: undefined, finalBlock, now },
  )?.purpose;

it('new blocks come first once there are 64 of them, or after ten minutes', () => {
  expect(purposeOf(162n, 599_999)).toBe('again');
  expect(purposeOf(163n, 0)).toBe('new');
  expect(purposeOf(100n, 600_000)).toBe('new');
  expect(purposeOf(99n, 600_000)).toBe('again');
});
