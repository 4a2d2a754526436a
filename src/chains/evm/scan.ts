import type { BlockPoint, ScannedBlocks, ScanRange } from '../chain.ts';
import { type LookParts, lookAhead, type Stretch, WindowRefused } from './look.ts';
import { afterAnswer, afterRefusal, FIRST_SIZE } from './window-size.ts';

/** Windows whose ends are asked for at once; enough to hide that question behind them. */
export const WINDOWS_PER_ROUND = 16;

/** Looks at a range of blocks once, in windows as large as the nodes allow. */
export async function* scanChain(
  parts: LookParts,
  range: ScanRange,
): AsyncGenerator<ScannedBlocks, void, void> {
  let size = FIRST_SIZE;
  let behind: BlockPoint | undefined;
  let next = range.from;
  while (next <= range.to) {
    const stretches = stretchesOf(next, range.to, size.blocks);
    const looking = { stretches, behind, head: undefined, isOurs: range.isOurs };
    try {
      for await (const { from, to, transfers, logs } of lookAhead(parts, looking)) {
        size = afterAnswer(size, { blocks: to.number - from + 1n, logs });
        behind = to;
        next = to.number + 1n;
        yield { transfers, to };
      }
    } catch (error) {
      if (!(error instanceof WindowRefused)) throw error;
      size = afterRefusal(error.asked, error.message);
    }
  }
}

/** As many windows of a size as make a round, one right behind the other. */
export function stretchesOf(from: bigint, to: bigint, blocks: bigint): Stretch[] {
  const stretches: Stretch[] = [];
  for (let next = from; next <= to && stretches.length < WINDOWS_PER_ROUND; next += blocks) {
    const last = next + blocks - 1n;
    stretches.push({ from: next, to: last < to ? last : to, beside: [] });
  }
  return stretches;
}
