import type { NetworkId } from '#catalog/networks.ts';
import { type BlockPoint, DeepReorg, type EventPosition } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { UndoneTransfer } from '#modules/ledger/index.ts';
import { refreshMulticallPayouts } from '#modules/multicall-payouts/index.ts';
import { wakeRecurringPayouts } from '#modules/recurring-payouts/index.ts';
import { type Accounted, undoPayments } from '#modules/requests/index.ts';
import {
  findLinksOfRequests,
  lockLinks,
  reopenSecurePayments,
} from '#modules/secure-payments/index.ts';
import { transact } from '#platform/db/transact.ts';
import { CursorMoved } from './cursor-moved.ts';
import { recordOutstandingFees } from './record-outstanding-fees.ts';
import { type PaymentNews, recordPaymentEvents } from './record-payment-event.ts';
import { removeBlocks } from './store/blocks.ts';
import { removeTransfer } from './store/reported-events.ts';
import { findPendingAmong } from './store/single-node.ts';

/**
 * Undoes everything above the ancestor: transfers, payments, completions; and reports each
 * payment that was reported before. All in one transaction. Returns the new cursor.
 *
 * Throws `CursorMoved` when the cursor is another. In production it also throws `DeepReorg` where none
 * of the remembered blocks is canonical, or a final block would be undone: that is no reorg but a wrong
 * node, and a person must inspect it first.
 */
export async function undoBlocks(
  ctx: Context,
  network: NetworkId,
  move: { readonly at: BlockPoint | undefined; readonly ancestor: BlockPoint | undefined },
): Promise<BlockPoint | undefined> {
  const { at, ancestor } = move;
  // Nothing was written down yet, so there is nothing to take back.
  if (at === undefined) return undefined;
  if (ancestor === undefined && ctx.settings.mode === 'production') {
    throw new DeepReorg(
      `${network}: no remembered block is on this chain; is the node the right one?`,
    );
  }
  const undoing = await transact(ctx, (ctx) =>
    takeBack(ctx, network, {
      at,
      ancestor,
      refuse: (transfers) => refuseFinal(ctx, network, transfers),
    }),
  );
  const depth = Number(at.number - (ancestor?.number ?? -1n));
  ctx.meter.count('chain_reorgs_total', { network });
  ctx.meter.observe('chain_reorg_depth_blocks', { network }, depth);
  ctx.log.warn(
    { network, at, ancestor, depth, ...undoing },
    'blocks vanished from the chain; their payments are undone',
  );
  return ancestor;
}

/**
 * Undoes payments that no node has any more although their blocks are canonical, as a reorg would. In
 * production one that was reported to be final is left, with an error in the log: a person must inspect it.
 */
export async function undoMissing(
  ctx: Context,
  network: NetworkId,
  missing: readonly EventPosition[],
): Promise<void> {
  for (const position of missing) {
    try {
      const undone = await transact(ctx, (ctx) => undoPosition(ctx, network, position));
      const { transactionHash, block } = position;
      const logFields = { network, transactionHash, block, ...undone };
      ctx.log.error(logFields, 'no node has a reported payment any more; it is undone');
    } catch (error) {
      if (!(error instanceof DeepReorg)) throw error;
      ctx.log.error({ err: error, network }, 'no node has a final payment any more; it is left');
    }
  }
}

/**
 * Undoes the payment at a position whose block is canonical, and returns how much that was. Needs the caller's
 * transaction; in production it throws `DeepReorg` where it was reported final.
 */
export async function undoPosition(
  ctx: Context,
  network: NetworkId,
  position: EventPosition,
): Promise<{ readonly transfers: number; readonly payments: number }> {
  const transfers = await removeTransfer(ctx, network, position);
  refuseFinal(ctx, network, transfers);
  return await undoTransfers(ctx, transfers);
}

interface TakingBack {
  /** Where the cursor stands. */
  readonly at: BlockPoint;
  readonly ancestor: BlockPoint | undefined;
  readonly refuse?: (transfers: readonly UndoneTransfer[]) => void;
}

/**
 * Undoes everything above the ancestor, final or not, unless `refuse` throws for it.
 * Returns how much it was. Needs the caller's transaction; throws `CursorMoved` when the cursor is another.
 */
export async function takeBack(
  ctx: Context,
  network: NetworkId,
  { at, ancestor, refuse }: TakingBack,
): Promise<{ readonly transfers: number; readonly payments: number }> {
  const transfers = await removeBlocks(ctx, network, { at, ancestor });
  if (transfers === undefined) throw new CursorMoved(network);
  refuse?.(transfers);
  return await undoTransfers(ctx, transfers);
}

/** Takes back what undone transfers brought: payments, completions; and reports each that was reported. */
async function undoTransfers(
  ctx: Context,
  transfers: readonly UndoneTransfer[],
): Promise<{ readonly transfers: number; readonly payments: number }> {
  const { undone, paidWithLostFees } = await undoPayments(ctx, transfers);
  // Behind the requests, which were locked just now: one of them may have been passing to another link.
  const requestIds = [...new Set(transfers.map(({ requestId }) => requestId))];
  const links = await findLinksOfRequests(ctx, requestIds);
  await lockLinks(ctx, [...new Set([...links.values()].map(({ token }) => token))]);
  const milestones = new Map(transfers.map((transfer) => [transfer.id, transfer.milestones]));
  const single = await findPendingAmong(ctx, [...milestones.keys()]);
  const open = undone.filter(({ totals }) => totals.amounts !== 'full');
  const tokens = open.flatMap(({ request }) => links.get(request.id)?.token ?? []);
  await reopenSecurePayments(ctx, [...new Set(tokens)]);
  await recordPaymentEvents(
    ctx,
    undone.map((accounted): PaymentNews => {
      const { chainTransferId } = accounted.payment;
      const had = milestones.get(chainTransferId);
      invariant(had !== undefined, 'what is undone was the payment of one of these transfers');
      return {
        event: 'payment.reverted',
        accounted,
        link: links.get(accounted.request.id),
        milestones: had,
        isSingle: single.has(chainTransferId),
      };
    }),
  );
  await recordLostFees(ctx, paidWithLostFees, undone);
  // Bundles come behind every link in the order of locks.
  await refreshMulticallPayouts(
    ctx,
    undone.map(({ request }) => request.id),
  );
  await wakeRecurringPayouts(
    ctx,
    undone.map(({ request }) => request),
  );
  return { transfers: transfers.length, payments: undone.length };
}

/** Reports which fees are missing of paid requests: those that vanished alone, or within one of several payments. */
async function recordLostFees(
  ctx: Context,
  remaining: readonly Accounted['request'][],
  undone: readonly Accounted[],
): Promise<void> {
  const lost = undone.filter(
    ({ payment, totals }) => payment.feeUnits > 0n && totals.amounts === 'full',
  );
  const losing = new Map(lost.map(({ request }) => [request.id, request]));
  const requests = new Map(remaining.map((request) => [request.id, request]));
  const changed = [...new Map([...requests, ...losing])];
  await recordOutstandingFees(
    ctx,
    changed.map(([id, request]) => ({ request, namesSkipped: losing.has(id) })),
  );
}

/**
 * A payment that was reported final is not undone in production, whatever a follower reports: it
 * throws, which rolls back the whole undoing. A follower may not know of a later finality.
 */
function refuseFinal(
  { settings }: Context,
  network: NetworkId,
  transfers: readonly UndoneTransfer[],
): void {
  const final = transfers.find(({ milestones }) => milestones.finalized !== null);
  if (final === undefined || settings.mode !== 'production') return;
  throw new DeepReorg(
    `${network}: a payment in block ${final.milestones.seen.blockNumber} was final, and its block is gone`,
  );
}
