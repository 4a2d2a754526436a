import { isNetworkId, NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import { recheckOf, waitMsAfter } from './model/agreement.ts';
import { queryNodes } from './query-nodes.ts';
import {
  closeCredit,
  deleteClearedTotal,
  findClearedTotals,
  findPendingCredits,
  insertDisputed,
  type PendingCredit,
  postponeCredit,
} from './store/single-node.ts';
import { undoPosition } from './undo-blocks.ts';

/**
 * Queries the nodes again about up to `limit` transfers that were credited by the answer of one; returns how
 * many of them more than one node answered for. What the others do not have is undone as by a reorg.
 * A total whose credits were all checked again starts again at zero.
 *
 * One that fails is logged and tried again later, and does not stop the others.
 */
export async function recheckSingle(ctx: Context, limit: number): Promise<number> {
  const networks = ctx.chains.all.map(({ network }) => network.id);
  let closed = 0;
  for (const credit of await findPendingCredits(ctx, { networks, limit })) {
    try {
      if (await recheckCredit(ctx, credit)) closed += 1;
    } catch (error) {
      const { transferId } = credit;
      ctx.log.error({ err: error, transferId }, 'a payment could not be checked again');
    }
  }
  for (const total of await findClearedTotals(ctx)) {
    await transact(ctx, (ctx) => deleteClearedTotal(ctx, total));
  }
  return closed;
}

/** Whether the result is final. */
async function recheckCredit(ctx: Context, credit: PendingCredit): Promise<boolean> {
  const { network, transferId, transactionHash, block } = credit;
  invariant(isNetworkId(network), 'only networks of the catalog are connected');
  const chain = ctx.chains.get(network);
  invariant(chain !== undefined, 'only credits of connected networks are rechecked');
  const needed = ctx.settings.agreement.nodesFor(NETWORKS[network]);
  // Without agreement the word of one node is enough, as if it had been so all along.
  if (needed === undefined) return await closeCredit(ctx, transferId, true);
  const nodeAgreement = await queryNodes(ctx, chain, credit);
  const outcome = recheckOf(nodeAgreement, needed);
  if (outcome === 'confirmed') return await closeCredit(ctx, transferId, true);
  const logFields = { network, transactionHash, block, ...nodeAgreement, needed };
  if (outcome === 'denied') {
    const isTaken = await takeBackCredit(ctx, credit, { network, against: nodeAgreement.disagree });
    if (isTaken) ctx.log.error(logFields, 'a payment by the word of one node is denied by another');
    return isTaken;
  }
  if (outcome === 'disputed')
    ctx.log.error(logFields, 'nodes differ on a payment by the word of one');
  const checks = credit.checks + 1;
  const dueAt = new Date(ctx.now().getTime() + waitMsAfter(checks));
  await postponeCredit(ctx, transferId, { checks, dueAt });
  return false;
}

/** Undoes the payment and lets its transfer wait until nodes agree; false where another process was first. */
async function takeBackCredit(
  ctx: Context,
  credit: PendingCredit,
  { network, against }: { readonly network: NetworkId; readonly against: readonly string[] },
): Promise<boolean> {
  const { transferId } = credit;
  return await transact(ctx, async (ctx) => {
    // Before it is closed, because what is reported about it depends on that.
    const undone = await undoPosition(ctx, network, credit);
    if (!(await closeCredit(ctx, transferId, false))) return false;
    const dueAt = new Date(ctx.now().getTime() + waitMsAfter(1));
    if (undone.transfers > 0) await insertDisputed(ctx, transferId, { against, dueAt });
    return true;
  });
}
