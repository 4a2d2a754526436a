import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import type { NodeAgreement } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { postponeTransfer } from '#modules/ledger/index.ts';
import { agreementOf, isSingleNode, waitMsAfter } from './model/agreement.ts';
import { queryNodes } from './query-nodes.ts';
import type { DueTransfer } from './store/due.ts';

/**
 * Asks every node of a network whether it has the block of a transfer with its payment. Answers
 * `agreed` where as many as the settings say have it and none says otherwise, and `single` where the only
 * one of several that answers has it, the others have been absent for long and a setting lets that be enough
 * up to a total. Else records that it waits and when nodes are asked again, and logs it once for each reason.
 *
 * Asked outside of any transaction, because nodes may take their time.
 */
export async function findAgreement(
  ctx: Context,
  transfer: DueTransfer,
): Promise<'agreed' | 'single' | 'waits'> {
  const { network, block, transactionHash } = transfer;
  invariant(isNetworkId(network), 'thresholds name networks of the catalog');
  const chain = ctx.chains.get(network);
  const needed = ctx.settings.agreement.nodesFor(NETWORKS[network]);
  // Nothing to ask here: a process that is connected to the network asks.
  if (chain === undefined || needed === undefined) return 'waits';
  const nodeAgreement = await queryNodes(ctx, chain, transfer);
  const agreement = agreementOf(nodeAgreement, needed);
  ctx.meter.count('agreement_checks_total', { network, outcome: agreement });
  if (agreement === 'agreed') return 'agreed';
  // What nodes told differently of before is not settled by the one that is left.
  const isOpen = transfer.agreement !== 'disputed' && ctx.settings.agreement.aloneDollars > 0n;
  if (isOpen && isSingleNode(nodeAgreement)) return 'single';
  await letWait(ctx, transfer, { agreement, against: nodeAgreement.disagree });
  if (agreement !== transfer.agreement) {
    const level = agreement === 'disputed' ? 'error' : 'warn';
    const logFields = { network, transactionHash, block, ...nodeAgreement, needed };
    ctx.log[level](logFields, whyItWaits(agreement, nodeAgreement));
  }
  return 'waits';
}

/** What is logged of a payment that waits: that nodes disagree is said only where one says otherwise. */
function whyItWaits(
  agreement: 'insufficient' | 'disputed',
  { unanswered = [] }: NodeAgreement,
): string {
  if (agreement === 'disputed') return 'a payment waits: nodes disagree on it';
  if (unanswered.length > 0) return 'a payment waits: fewer nodes answer than must agree on it';
  return 'a payment waits: fewer nodes have its block and receipt than must agree on it';
}

/** Writes down why a transfer waits, and that nodes are asked again a while later. */
export async function letWait(
  ctx: Context,
  { id, agreementChecks }: DueTransfer,
  {
    agreement,
    against,
  }: { readonly agreement: 'insufficient' | 'disputed'; readonly against: readonly string[] },
): Promise<void> {
  const checks = agreementChecks + 1;
  const dueAt = new Date(ctx.now().getTime() + waitMsAfter(checks));
  await postponeTransfer(ctx, id, { agreement, against, queries: checks, dueAt });
}
