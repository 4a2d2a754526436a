import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import type { NodeAgreement } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { postponeTransfer } from '#modules/ledger/index.ts';
import { agreementOf, isSingleNode, waitMsAfter } from './model/agreement.ts';
import { queryNodes } from './query-nodes.ts';
import type { DueTransfer } from './store/due.ts';

/**
 * Queries every node of a network for the block of a transfer and its payment. Returns
 * `agreed` where as many as the settings require have it and none contradicts, and `single` where the only
 * one of several that answers has it, the others have been absent for long and a setting accepts that
 * up to a total. Otherwise it records that the transfer waits and when to check again, and logs it once for each reason.
 *
 * Called outside any transaction, because nodes may be slow.
 */
export async function findAgreement(
  ctx: Context,
  transfer: DueTransfer,
): Promise<'agreed' | 'single' | 'waits'> {
  const { network, block, transactionHash } = transfer;
  invariant(isNetworkId(network), 'thresholds name networks of the catalog');
  const chain = ctx.chains.get(network);
  const needed = ctx.settings.agreement.nodesFor(NETWORKS[network]);
  // No node here: a process that is connected to the network checks it.
  if (chain === undefined || needed === undefined) return 'waits';
  const nodeAgreement = await queryNodes(ctx, chain, transfer);
  const agreement = agreementOf(nodeAgreement, needed);
  ctx.meter.count('agreement_checks_total', { network, outcome: agreement });
  if (agreement === 'agreed') return 'agreed';
  // A transfer that nodes disagreed on before is not settled by the remaining one.
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

/** The log line of a waiting payment: it says that nodes disagree only where one contradicts. */
function whyItWaits(
  agreement: 'insufficient' | 'disputed',
  { unanswered = [] }: NodeAgreement,
): string {
  if (agreement === 'disputed') return 'a payment waits: nodes disagree on it';
  if (unanswered.length > 0) return 'a payment waits: fewer nodes answer than must agree on it';
  return 'a payment waits: fewer nodes have its block and receipt than must agree on it';
}

/** Stores why a transfer waits, and when nodes are queried again. */
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
