import { NETWORKS, type Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { addPaymentIntent, findPaidFromChain, findPaymentIntent } from '#modules/intents/index.ts';
import {
  isPaid,
  type MulticallChild,
  type MulticallPayout,
} from '#modules/multicall-payouts/index.ts';

/** What a report of a bundle says of its children's transaction. */
export interface ReportedOfChildren {
  readonly payout: MulticallPayout;
  /** Where the transaction is. */
  readonly source: Network;
  readonly hash: Hex;
  /** The places of the children that it is said to pay. */
  readonly positions: readonly number[];
}

/**
 * Records one transaction as a payment of children of a bundle that are on other networks, as their own links would take it,
 * and returns the ids of the intents by position. Each is judged by itself, so that a hash of some says nothing of the others.
 *
 * Left out are children that take no payment from there (paid, ended, on that network), and all where
 * more are named than are ever paid from another network: the report itself is kept whatever it says.
 */
export async function recordChildIntents(
  ctx: Context,
  { payout, source, hash, positions }: ReportedOfChildren,
): Promise<ReadonlyMap<number, string>> {
  const ids = new Map<number, string>();
  const named = payout.children.filter(
    ({ position, network }) => positions.includes(position) && network !== source.id,
  );
  if (named.length > ctx.settings.multicallCrossChainChildrenMax) return ids;
  const paidFrom = await findChildrenPaidFrom(ctx, named, source);
  for (const child of named) {
    if (!(await takesIntent(ctx, child, { source, hash, paidFrom }))) continue;
    ids.set(child.position, await addChildIntent(ctx, child, { source, hash }));
  }
  return ids;
}

/** The request rows of children that a bridge paid for a deposit on a network: bridges are quick, and reports come after. */
export async function findChildrenPaidFrom(
  ctx: Context,
  children: readonly MulticallChild[],
  { chainId }: Network,
): Promise<ReadonlySet<string>> {
  const requestRowIds = children.map(({ request }) => request.id);
  return await findPaidFromChain(ctx, { requestRowIds, chainId });
}

/** Whether a child's own link would take this transaction. */
async function takesIntent(
  ctx: Context,
  child: MulticallChild,
  { source, hash, paidFrom }: ChildReport & { readonly paidFrom: ReadonlySet<string> },
): Promise<boolean> {
  const { link, request, network } = child;
  if (NETWORKS[network].sourceChain === undefined) return false;
  const key = { securePaymentToken: link.token, network: source.id, reported: reportedBy(hash) };
  const isOpen = !isPaid(child) && link.status === 'pending' && ctx.now() < link.expiresAt;
  return isOpen || paidFrom.has(request.id) || (await findPaymentIntent(ctx, key)) !== undefined;
}

interface ChildReport {
  readonly source: Network;
  readonly hash: Hex;
}

async function addChildIntent(
  ctx: Context,
  { link }: MulticallChild,
  { source, hash }: ChildReport,
): Promise<string> {
  const { id } = await addPaymentIntent(ctx, {
    link,
    network: source.id,
    reported: reportedBy(hash),
    safeDeadline: null,
    payerAddress: null,
    details: { executionKind: 'evm_cross_chain' },
  });
  return id;
}

function reportedBy(hash: Hex) {
  return { kind: 'transaction' as const, hash };
}
