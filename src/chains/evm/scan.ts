import { Outage } from '#kit/failure.ts';
import type { BlockPoint, ScannedBlocks, ScanRange } from '../chain.ts';
import { type Looked, type LookParts, lookAhead, type Stretch, WindowRefused } from './look.ts';
import { afterAnswer, afterRefusal, FIRST_SIZE } from './window-size.ts';
import { ChainMoved } from './windows.ts';

/** Windows whose ends are asked for at once; enough to hide that question behind them. */
export const WINDOWS_PER_ROUND = 16;

/**
 * Looks at a range of blocks once, in windows as large as the nodes allow. Where they do not tell what
 * all contracts told in one of the smallest, the rest of the range is asked of the proxies alone.
 */
export async function* scanChain(
  parts: LookParts,
  range: ScanRange,
): AsyncGenerator<ScannedBlocks, void, void> {
  const { isOurs } = range;
  let asksEverybody = range.asksEverybody === true;
  let size = FIRST_SIZE;
  let behind: BlockPoint | undefined;
  let next = range.from;
  while (next <= range.to) {
    const stretches = stretchesOf(next, range.to, size.blocks);
    const looking = { stretches, behind, head: undefined, isOurs, asksEverybody };
    try {
      for await (const looked of lookAhead(parts, looking)) {
        const { from, to, logs } = looked;
        size = afterAnswer(size, { blocks: to.number - from + 1n, logs });
        behind = to;
        next = to.number + 1n;
        yield scannedOf(looked, { isRefused: asksEverybody !== (range.asksEverybody === true) });
      }
    } catch (error) {
      const isRefused = error instanceof WindowRefused;
      if (asksEverybody && isAboutEverybody(error)) asksEverybody = false;
      else if (isRefused) size = afterRefusal(error.asked, error.message);
      else throw error;
    }
  }
}

/** Whether it may be the question without addresses that a node did not answer; without it more is known. */
function isAboutEverybody(error: unknown): boolean {
  if (error instanceof WindowRefused) return error.asked <= FIRST_SIZE.blocks;
  return error instanceof Outage && !(error instanceof ChainMoved);
}

function scannedOf(
  { transfers, imitations, to }: Looked,
  { isRefused }: { readonly isRefused: boolean },
): ScannedBlocks {
  const told = { transfers: [...transfers, ...imitations.transfers], to };
  if (isRefused) return { ...told, imitationsMissed: 'refused' };
  return imitations.unread > 0 ? { ...told, imitationsMissed: 'flood' } : told;
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
