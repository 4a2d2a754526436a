import type { Context } from '#context.ts';
import { findAgreement } from './find-agreement.ts';
import { findThresholds } from './find-thresholds.ts';
import { settleTransfer } from './settle-transfer.ts';
import { type DueTransfer, findDueTransfers } from './store/due.ts';

/** How many transfers a call may ask the nodes about; each takes as long as the slowest node. */
const ASKS_MAX = 10;

/** What a call takes on beside what can be settled at once. */
interface SettleWish {
  /** Also what nodes must agree on first, a few at a time; a watcher does not wait for that. */
  readonly asks: boolean;
}

/**
 * Settles up to `limit` transfers that are deep enough, oldest first, each in a transaction of its own, and answers
 * how many it settled. Any number of callers may do this at once.
 *
 * One that fails is logged, stays as it was and is tried again at the next turn; it does not stop
 * the others, which belong to somebody else. So a turn in which none was settled goes on behind them,
 * and behind those whose nodes do not agree yet.
 */
export async function settleTransfers(
  ctx: Context,
  limit: number,
  { asks }: SettleWish = { asks: false },
): Promise<number> {
  const thresholds = await findThresholds(ctx, 'confirmed');
  const left: string[] = [];
  let settled = 0;
  let asked = 0;
  let leftBefore: number;
  do {
    leftBefore = left.length;
    const agreement = asks && asked < ASKS_MAX ? 'asked' : 'none';
    const due = await findDueTransfers(ctx, thresholds, {
      status: 'seen',
      limit,
      except: left,
      agreement,
    });
    for (const transfer of due) {
      if (transfer.needsAgreement) asked += 1;
      const isSettled = asked <= ASKS_MAX && (await tryToSettle(ctx, transfer));
      if (isSettled) settled += 1;
      else left.push(transfer.id);
    }
  } while (settled === 0 && left.length > leftBefore);
  return settled;
}

/** Whether it was settled now. */
async function tryToSettle(ctx: Context, transfer: DueTransfer): Promise<boolean> {
  try {
    if (transfer.needsAgreement && !(await findAgreement(ctx, transfer))) return false;
    return await settleTransfer(ctx, transfer);
  } catch (error) {
    ctx.log.error({ err: error, transferId: transfer.id }, 'a transfer could not be settled');
    return false;
  }
}
