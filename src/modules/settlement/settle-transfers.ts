import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { countsUpTo } from './model/finality.ts';
import { settleTransfer } from './settle-transfer.ts';
import { findCursors, findDueTransfers, type Threshold } from './store.ts';

/**
 * Settles up to `limit` transfers that are deep enough, oldest first, each in a transaction of its
 * own, and answers how many it settled. Any number of callers may do this at once.
 *
 * One that fails is logged, stays as it was and is tried again at the next turn; it does not stop
 * the others, which belong to somebody else. So a turn in which all failed goes on behind them.
 */
export async function settleTransfers(ctx: Context, limit: number): Promise<number> {
  const thresholds = await findThresholds(ctx, 'confirmed');
  const failed: string[] = [];
  let settled = 0;
  let failedBefore: number;
  do {
    failedBefore = failed.length;
    const due = await findDueTransfers(ctx, thresholds, { limit, except: failed });
    for (const transfer of due) {
      try {
        if (await settleTransfer(ctx, transfer)) settled += 1;
      } catch (error) {
        failed.push(transfer.id);
        ctx.log.error({ err: error, transferId: transfer.id }, 'a transfer could not be settled');
      }
    }
  } while (settled === 0 && failed.length > failedBefore);
  return settled;
}

/** For each network that was looked at, the newest block whose transfers count. */
export async function findThresholds(
  ctx: Context,
  stage: 'confirmed' | 'finalized',
): Promise<readonly Threshold[]> {
  const cursors = await findCursors(ctx);
  return cursors.flatMap(({ network, block, finalizedNumber }) => {
    if (!isNetworkId(network)) return [];
    const known = NETWORKS[network];
    const rule = stage === 'confirmed' ? ctx.settings.confirmationsFor(known) : known.finalized;
    const upTo = countsUpTo(rule, { blockNumber: block.number, finalizedNumber });
    return upTo < 0n ? [] : [{ network, upTo }];
  });
}
