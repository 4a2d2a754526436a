import type { BlockRange } from './block-source.ts';

/** How many ends of windows are read at once; enough that this request costs no time. */
export const WINDOWS_PER_ROUND = 16;

/** As many windows of a size as make a round, one right behind the other. */
export function splitRange(from: bigint, to: bigint, blocks: bigint): BlockRange[] {
  const ranges: BlockRange[] = [];
  for (let next = from; next <= to && ranges.length < WINDOWS_PER_ROUND; next += blocks) {
    const last = next + blocks - 1n;
    ranges.push({ from: next, to: last < to ? last : to, beside: [] });
  }
  return ranges;
}
