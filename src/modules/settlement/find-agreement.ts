import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { matchTransfers } from './match-transfers.ts';
import { agreementOf } from './model/agreement.ts';
import { type DueTransfer, postponeTransfer } from './store/due.ts';
import type { NewTransfer } from './store.ts';

/** How soon nodes are asked again: some blocks later at first, up to five minutes. */
const ASK_AGAIN_MS = 2_000;
const ASK_AGAIN_MS_MAX = 300_000;

/**
 * Asks every node of a network whether it has the block of a transfer with its payment. Answers
 * true where as many as the settings say have it and none says otherwise; else writes down that it
 * waits and when nodes are asked again, and tells of it once for each reason.
 *
 * Asked outside of any transaction, because nodes may take their time.
 */
export async function findAgreement(ctx: Context, transfer: DueTransfer): Promise<boolean> {
  const { network, block, transactionHash } = transfer;
  invariant(isNetworkId(network), 'thresholds name networks of the catalog');
  const chain = ctx.chains.get(network);
  const needed = ctx.settings.agreement.nodesFor(NETWORKS[network]);
  // Nothing to ask here: a process that is connected to the network asks.
  if (chain === undefined || needed === undefined) return false;
  const witnesses = await chain.countWitnesses({
    block,
    transactionHash,
    isPaidBy: async (payments) =>
      (await matchTransfers(ctx, chain, payments)).some((one) => isSame(one, transfer)),
  });
  const agreement = agreementOf(witnesses, needed);
  ctx.meter.count('agreement_asks_total', { network, outcome: agreement });
  if (agreement === 'agreed') return true;
  const asks = transfer.agreementAsks + 1;
  const waitMs = Math.min(ASK_AGAIN_MS * 2 ** Math.min(asks - 1, 30), ASK_AGAIN_MS_MAX);
  const dueAt = new Date(ctx.now().getTime() + waitMs);
  const against = witnesses.disagree;
  await postponeTransfer(ctx, transfer.id, { agreement, against, asks, dueAt });
  if (agreement !== transfer.agreement) {
    const level = agreement === 'disputed' ? 'error' : 'warn';
    const told = { network, transactionHash, block, ...witnesses, needed };
    ctx.log[level](told, 'a payment waits, because the nodes do not agree on its block');
  }
  return false;
}

/**
 * Whether what one node tells of is the transfer: the same event, by which the same payer pays as much of
 * the same request, with the same fee to the same receiver.
 */
function isSame(one: NewTransfer, transfer: DueTransfer): boolean {
  return (
    one.requestId === transfer.requestId &&
    one.logIndex === transfer.logIndex &&
    one.creditedUnits === transfer.creditedUnits &&
    one.tokenUnits === transfer.tokenUnits &&
    one.feeUnits === transfer.feeUnits &&
    one.tokenFeeUnits === transfer.tokenFeeUnits &&
    one.feeAddress === transfer.feeAddress &&
    one.payerAddress === transfer.payerAddress
  );
}
