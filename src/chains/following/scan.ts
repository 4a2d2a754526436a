import { Outage } from '#kit/failure.ts';
import type { BlockPoint, ScannedBlocks, ScanRange } from '../chain.ts';
import { type BlockSource, ChainMoved, type ScannedChunk, WindowRefused } from './block-source.ts';
import { splitRange } from './ranges.ts';
import { afterAnswer, afterRefusal, FIRST_SIZE } from './window-size.ts';

/**
 * Scans a range of blocks once, in windows as large as the nodes allow. Where they refuse the logs of
 * all contracts in one of the smallest, the rest of the range is read for the proxies alone.
 */
export async function* scanChain(
  source: BlockSource,
  range: ScanRange,
): AsyncGenerator<ScannedBlocks, void, void> {
  const { isOurs } = range;
  let shouldQueryAllContracts = range.shouldQueryAllContracts === true;
  let size = FIRST_SIZE;
  let behind: BlockPoint | undefined;
  let next = range.from;
  while (next <= range.to) {
    const ranges = splitRange(next, range.to, size.blocks);
    const scanQuery = { ranges, behind, head: undefined, isOurs, shouldQueryAllContracts };
    try {
      for await (const chunk of source.scanAhead(scanQuery)) {
        const { from, to, logs } = chunk;
        size = afterAnswer(size, { blocks: to.number - from + 1n, logs });
        behind = to;
        next = to.number + 1n;
        yield scannedOf(chunk, {
          isRefused: shouldQueryAllContracts !== (range.shouldQueryAllContracts === true),
        });
      }
    } catch (error) {
      const isRefused = error instanceof WindowRefused;
      if (shouldQueryAllContracts && isAllContractsError(error)) shouldQueryAllContracts = false;
      else if (isRefused) size = afterRefusal(error.asked, error.message);
      else throw error;
    }
  }
}

/** Whether a node may have refused the query because it has no addresses. */
function isAllContractsError(error: unknown): boolean {
  if (error instanceof WindowRefused) return error.asked <= FIRST_SIZE.blocks;
  return error instanceof Outage && !(error instanceof ChainMoved);
}

function scannedOf(
  { transfers, spoofedEvents, to }: ScannedChunk,
  { isRefused }: { readonly isRefused: boolean },
): ScannedBlocks {
  const reported = { transfers: [...transfers, ...spoofedEvents.transfers], to };
  if (isRefused) return { ...reported, spoofedEventsMissed: 'refused' };
  return spoofedEvents.unread > 0 ? { ...reported, spoofedEventsMissed: 'flood' } : reported;
}
