import type { NetworkId } from '#catalog/networks.ts';
import type { BlockPoint, ChainUpdate } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { CursorMoved } from './cursor-moved.ts';
import { findPayerKeys } from './find-payer-keys.ts';
import { type IngestedChain, sortTransfers } from './match-transfers.ts';
import type { RequestCache } from './request-cache.ts';
import { insertBlocks } from './store/blocks.ts';
import type { NewSuspicion } from './store/suspicious.ts';
import { undoBlocks, undoMissing } from './undo-blocks.ts';

/**
 * How many blocks back points are remembered: more than three times the deepest fallback for
 * finality in the catalog (300), so that a reorg short of finality always finds its ancestor.
 */
const BLOCKS_REMEMBERED = 1_024n;

/** Something that happened to a chain, and where the watcher trusts the cursor to be. */
export interface Step {
  readonly at: BlockPoint | undefined;
  readonly update: ChainUpdate;
  /** The follower's cache of our requests; without it they are looked up. */
  readonly requestCache?: RequestCache;
}

/** What an update came to. */
interface Ingested {
  /** The new cursor, from which the next step starts. */
  readonly at: BlockPoint | undefined;
  /** Whether anything may wait to be settled. */
  readonly isAnySeen: boolean;
}

/**
 * Stores an update of a chain: all of it in one transaction, or nothing.
 *
 * Throws `CursorMoved` when the cursor is another, because another watcher follows the same network;
 * the caller then calls `findFollowFrom` again. The same block may be ingested any number of times.
 */
export async function ingestChainUpdate(
  ctx: Context,
  chain: IngestedChain,
  step: Step,
): Promise<Ingested> {
  if (step.update.type === 'reorg') {
    const { ancestor } = step.update;
    const at = await undoBlocks(ctx, chain.network.id, { at: step.at, ancestor });
    // Too rare to look first.
    return { at, isAnySeen: true };
  }
  const { to, headNumber, finalizedNumber, finalizedAt, safeNumber, safeAt, points } = step.update;
  const { ours, suspicious } = await sortTransfers(ctx, chain, {
    observed: step.update.transfers,
    requestCache: step.requestCache,
  });
  const keepFrom = to.number - BLOCKS_REMEMBERED;
  const inserted = await insertBlocks(ctx, chain.network.id, {
    at: step.at,
    to,
    headNumber,
    finalizedNumber,
    finalizedAt,
    safeNumber,
    safeAt,
    keepFrom,
    points: [
      ...new Map(
        points
          .filter((point) => point.number >= keepFrom && point.number < to.number)
          .map((point) => [point.number, point]),
      ).values(),
      to,
    ],
    transfers: await findPayerKeys(ctx, chain, ours),
    suspicious,
  });
  if (inserted === undefined) throw new CursorMoved(chain.network.id);
  recordSuspicions(ctx, chain.network.id, suspicious);
  await undoMissing(ctx, chain.network.id, step.update.missing ?? []);
  return { at: to, isAnySeen: inserted.isAnySeen };
}

/** One line for any number of them: anybody can make many. */
function recordSuspicions(
  ctx: Context,
  network: NetworkId,
  suspicious: readonly NewSuspicion[],
): void {
  const [first] = suspicious;
  if (first === undefined) return;
  for (const { reason } of suspicious) {
    ctx.meter.count('suspicious_transfers_total', { network, reason });
  }
  const { transactionHash, reason } = first;
  ctx.log.warn(
    { network, transactionHash, reason, transfers: suspicious.length },
    'transfers name references of ours and pay nothing of them; they are not counted',
  );
}
