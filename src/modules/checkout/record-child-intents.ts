import { NETWORKS, type Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import {
  addPaymentIntent,
  findPaidFromChain,
  findPaymentIntent,
  type ReportedHash,
} from '#modules/intents/index.ts';
import {
  isPaid,
  type MulticallChild,
  type MulticallPayout,
} from '#modules/multicall-payouts/index.ts';

interface ChildReport {
  /** Where the transaction is. */
  readonly source: Network;
  readonly reported: ReportedHash;
  /** Until when owners of the Safe want to execute it. */
  readonly safeDeadline: Date | null;
  /** The Safe that makes it; null of any other. */
  readonly safe: string | null;
}

/** What a report of a bundle says of its children's transaction. */
interface ReportedOfChildren extends ChildReport {
  readonly payout: MulticallPayout;
  /** The places of the children that it is said to pay. */
  readonly positions: readonly number[];
}

/**
 * Records one transaction as a payment of children of a bundle that are on other networks, of a Safe also of those on its own, as their
 * own links would take it, and returns the ids of the intents by position. Each is judged by itself, so that a hash of some says nothing of the others.
 *
 * Left out are children that take no such payment (paid, ended, on the wrong network), and all where
 * more are named than are ever paid from another network: the report itself is kept whatever it says.
 */
export async function recordChildIntents(
  ctx: Context,
  { payout, positions, ...report }: ReportedOfChildren,
): Promise<ReadonlyMap<number, string>> {
  const ids = new Map<number, string>();
  const { source } = report;
  const isOfSafe = report.reported.kind === 'safe';
  const named = payout.children.filter(
    ({ position, network }) => positions.includes(position) && (isOfSafe || network !== source.id),
  );
  const routed = named.filter(({ network }) => network !== source.id);
  if (routed.length > ctx.settings.multicallCrossChainChildrenMax) return ids;
  const paidFrom = await findChildrenPaidFrom(ctx, named, source);
  for (const child of named) {
    if (!(await takesIntent(ctx, child, { ...report, paidFrom }))) continue;
    ids.set(child.position, await addChildIntent(ctx, child, report));
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
  { source, reported, paidFrom }: ChildReport & { readonly paidFrom: ReadonlySet<string> },
): Promise<boolean> {
  const { link, request, network } = child;
  if (NETWORKS[network].sourceChain === undefined) return false;
  const key = { securePaymentToken: link.token, network: source.id, reported };
  const isOpen = !isPaid(child) && link.status === 'pending' && ctx.now() < link.expiresAt;
  return isOpen || paidFrom.has(request.id) || (await findPaymentIntent(ctx, key)) !== undefined;
}

async function addChildIntent(
  ctx: Context,
  { link, network }: MulticallChild,
  { source, reported, safeDeadline, safe }: ChildReport,
): Promise<string> {
  const { id } = await addPaymentIntent(ctx, {
    link,
    network: source.id,
    reported,
    safeDeadline,
    payerAddress: safe,
    details: { executionKind: network === source.id ? 'evm_same_chain' : 'evm_cross_chain' },
  });
  return id;
}
