import type { NetworkId } from '#catalog/networks.ts';
import { type BlockPoint, DeepReorg, type EventPosition } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { UndoneTransfer } from '#modules/ledger/index.ts';
import { refreshMulticallPayouts } from '#modules/multicall-payouts/index.ts';
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
 * Takes back everything above the ancestor: transfers, payments, completions; and reports each
 * payment that was reported before. All in one transaction. Answers where the cursor stands now.
 *
 * Throws `CursorMoved` when the cursor is elsewhere. In production it also throws `DeepReorg` where none
 * of the remembered blocks stands, or what was final would be taken back: that is no reorg but a wrong
 * node, and a person has to look at it first.
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
    'blocks vanished from the chain; what they held is taken back',
  );
  return ancestor;
}

/**
 * Takes back payments that no node has any more although their blocks stand, as a reorg would. In
 * production one that was reported to be final is left, with an error in the log: a person has to look at it.
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
      ctx.log.error(logFields, 'no node has a payment any more that was told of; it is taken back');
    } catch (error) {
      if (!(error instanceof DeepReorg)) throw error;
      ctx.log.error({ err: error, network }, 'no node has a final payment any more; it is left');
    }
  }
}

/**
 * Takes back the payment at a place whose block stands, and answers how much that was. Needs the caller's
 * transaction; in production it throws `DeepReorg` where it was told to be final.
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
 * Takes back everything above the ancestor, final or not, unless `refuse` throws at what it would be.
 * Answers how much it was. Needs the caller's transaction; throws `CursorMoved` when the cursor is elsewhere.
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
  return { transfers: transfers.length, payments: undone.length };
}

/** Tells which fees are missing of paid requests: those that vanished alone, or within one of several payments. */
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
 * Whatever a follower says, a payment that was reported to be final is not taken back in production: it
 * throws, and all of the undoing with it. A follower that was notified of a later finality may not know.
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
