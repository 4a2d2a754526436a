import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { findAccounted } from '#modules/requests/index.ts';
import { findLinkOfRequest } from '#modules/secure-payments/index.ts';
import { transact } from '#platform/db/transact.ts';
import { findThresholds } from './find-thresholds.ts';
import { chainTransferMachine } from './model/status.ts';
import { type DueTransfer, findFinalTransfers, moveTransfers } from './store/due.ts';
import { tellPayment } from './tell-payment.ts';

/**
 * Marks up to `limit` confirmed transfers that can no longer be taken back, each with its event in a
 * transaction of its own; answers how many. One that fails is logged and tried again at the next
 * turn, and does not stop the others.
 */
export async function finalizeTransfers(ctx: Context, limit: number): Promise<number> {
  const thresholds = await findThresholds(ctx, 'finalized');
  const failed: string[] = [];
  let finalized = 0;
  let failedBefore: number;
  do {
    failedBefore = failed.length;
    const due = await findFinalTransfers(ctx, thresholds, { limit, except: failed });
    for (const transfer of due) {
      try {
        if (await finalizeTransfer(ctx, transfer)) finalized += 1;
      } catch (error) {
        failed.push(transfer.id);
        ctx.log.error({ err: error, transferId: transfer.id }, 'a transfer could not be finalized');
      }
    }
  } while (finalized === 0 && failed.length > failedBefore);
  return finalized;
}

/** Locks in the order transfer, request, event. False when somebody else was first. */
async function finalizeTransfer(ctx: Context, transfer: DueTransfer): Promise<boolean> {
  const to = next(chainTransferMachine, 'confirmed', 'final');
  invariant(to === 'finalized', 'a confirmed transfer can become final');
  return await transact(ctx, async (ctx) => {
    const mark = { blockNumber: transfer.lookedAt, at: ctx.now() };
    const moved = await moveTransfers(ctx, [transfer.id], { from: 'confirmed', to, mark });
    if (!moved.has(transfer.id)) return false;
    const accounted = await findAccounted(ctx, transfer.id);
    invariant(accounted !== undefined, 'a confirmed transfer has a payment that stands');
    const link = await findLinkOfRequest(ctx, accounted.request.id);
    const marks = { ...transfer.marks, finalized: mark };
    await tellPayment(ctx, { event: 'payment.finalized', accounted, link, marks });
    return true;
  });
}
