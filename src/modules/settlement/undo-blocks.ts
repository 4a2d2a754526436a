import type { NetworkId } from '#catalog/networks.ts';
import type { BlockPoint } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { refreshMulticallPayouts } from '#modules/multicall-payouts/index.ts';
import { type Accounted, undoPayments } from '#modules/requests/index.ts';
import { findLinkOfRequest, reopenSecurePayment } from '#modules/secure-payments/index.ts';
import { transact } from '#platform/db/transact.ts';
import { removeBlocks } from './store.ts';
import { tellPayment } from './tell-payment.ts';

/**
 * Takes back everything above the ancestor: transfers, payments, completions; and tells of each
 * payment that was told before. All in one transaction. Answers where the cursor stands now.
 *
 * Throws `Outage` when the cursor is elsewhere. In production it also throws where none of the
 * remembered blocks stands: that is no reorg but a wrong node, and a person has to look at it
 * before every payment of the network is taken back.
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
    throw new Outage(
      `${network}: no remembered block is on this chain; is the node the right one?`,
    );
  }
  return await transact(ctx, async (ctx) => {
    const transfers = await removeBlocks(ctx, network, { at, ancestor });
    if (transfers === undefined) {
      throw new Outage(`the cursor of ${network} was moved by another watcher`);
    }
    const undone = await undoPayments(
      ctx,
      transfers.map((transfer) => transfer.id),
    );
    for (const payment of undone) await undoCompletion(ctx, payment);
    // Bundles come behind every link in the order of locks.
    await refreshMulticallPayouts(
      ctx,
      undone.map(({ request }) => request.id),
    );
    ctx.log.warn(
      { network, at, ancestor, transfers: transfers.length, payments: undone.length },
      'blocks vanished from the chain; what they held is taken back',
    );
    return ancestor;
  });
}

async function undoCompletion(ctx: Context, undone: Accounted): Promise<void> {
  const link = await findLinkOfRequest(ctx, undone.request.id);
  if (link !== undefined && undone.standing.amounts !== 'whole') {
    await reopenSecurePayment(ctx, link.token);
  }
  await tellPayment(ctx, { event: 'payment.reverted', accounted: undone, link });
}
