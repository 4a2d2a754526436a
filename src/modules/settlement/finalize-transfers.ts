import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { findAccounted } from '#modules/requests/index.ts';
import { findLinksOfRequests } from '#modules/secure-payments/index.ts';
import { transact } from '#platform/db/transact.ts';
import { findThresholds } from './find-thresholds.ts';
import { type PaymentNews, recordPaymentEvents } from './record-payment-event.ts';
import {
  byCheckedBlock,
  type DueTransfer,
  findFinalTransfers,
  moveTransfers,
} from './store/due.ts';

/**
 * Marks up to `limit` confirmed transfers as final, with their events, those of a
 * network in one transaction; returns how many. Where they fail together, halves of them are tried: one that fails is
 * logged and tried again in the next run, and does not stop the others.
 */
export async function finalizeTransfers(ctx: Context, limit: number): Promise<number> {
  const thresholds = await findThresholds(ctx, 'finalized');
  const failed: string[] = [];
  let finalized = 0;
  let failedBefore: number;
  do {
    failedBefore = failed.length;
    const due = await findFinalTransfers(ctx, thresholds, { limit, except: failed });
    for (const together of byCheckedBlock(due)) {
      finalized += await finalizeInHalves(ctx, together, failed);
    }
  } while (finalized === 0 && failed.length > failedBefore);
  return finalized;
}

/** Marks transfers together, and those that fail together in halves; one that fails alone is added to `failed`. */
async function finalizeInHalves(
  ctx: Context,
  transfers: readonly DueTransfer[],
  failed: string[],
): Promise<number> {
  try {
    return await finalizeTogether(ctx, transfers);
  } catch (error) {
    const [first] = transfers;
    const logFields = { err: error, transferId: first?.id, transfers: transfers.length };
    if (first !== undefined && transfers.length === 1) {
      failed.push(first.id);
      ctx.log.error(logFields, 'a transfer could not be finalized');
      return 0;
    }
    ctx.log.warn(logFields, 'transfers could not be finalized together');
  }
  const half = Math.ceil(transfers.length / 2);
  const finalized = await finalizeInHalves(ctx, transfers.slice(0, half), failed);
  return finalized + (await finalizeInHalves(ctx, transfers.slice(half), failed));
}

/** Locks in the order transfer, request, event. Leaves out those that another process moved first. */
async function finalizeTogether(ctx: Context, transfers: readonly DueTransfer[]): Promise<number> {
  const [first] = transfers;
  invariant(first !== undefined, 'there is a transfer to mark');
  return await transact(ctx, async (ctx) => {
    const milestone = { blockNumber: first.checkedBlock, at: ctx.now() };
    const ids = transfers.map(({ id }) => id);
    const moved = await moveTransfers(ctx, ids, { to: 'finalized', milestone });
    const accounted = await findAccounted(ctx, [...moved]);
    const requestIds = [...accounted.values()].map(({ request }) => request.id);
    const links = await findLinksOfRequests(ctx, requestIds);
    const news = transfers
      .filter(({ id }) => moved.has(id))
      .map(({ id, milestones }): PaymentNews => {
        const payment = accounted.get(id);
        invariant(payment !== undefined, 'a confirmed transfer has a payment that stands');
        const link = links.get(payment.request.id);
        return {
          event: 'payment.finalized',
          accounted: payment,
          link,
          milestones: { ...milestones, finalized: milestone },
        };
      });
    await recordPaymentEvents(ctx, news);
    return news.length;
  });
}
