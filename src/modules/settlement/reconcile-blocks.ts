import { isNetworkId, NETWORKS, type Network, type NetworkId } from '#catalog/networks.ts';
import type { Chain } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { splitIntoChunks } from '#kit/chunks.ts';
import { Refusal } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { NewTransfer } from '#modules/ledger/index.ts';
import { findOurReferences } from './find-our-references.ts';
import { thresholdsOf } from './find-thresholds.ts';
import { matchTransfers } from './match-transfers.ts';
import { compareNodes, type NodeView } from './model/compare-nodes.ts';
import { compareStored } from './model/compare-stored.ts';
import type { Difference, Movement } from './model/stored-payments.ts';
import { type ScannedByNodes, scanNodes } from './scan-nodes.ts';
import { type Cursor, findCursors } from './store/blocks.ts';
import {
  findPublicIds,
  findRequestsOfBlocks,
  findRequestsWithoutTransfer,
  readStoredPayments,
} from './store/stored-payments.ts';

/** Requests that are read and compared at once; what bounds the memory of a busy range. */
const REQUESTS_AT_ONCE = 500;

/** Requests without a transfer are searched this many at a time; each page is a statement of some milliseconds. */
const PAGE_ROWS = 2_000;

/** The methods of a chain that a comparison uses. */
type ReconciledChain = Pick<Chain, 'network' | 'normalAddress' | 'eachNode'>;

/** Which blocks to compare; by default up to the newest scanned one. */
export interface ReconcileRange {
  readonly from: bigint;
  readonly to?: bigint | undefined;
}

/** How far a comparison got, and what it found on the way there. */
export interface Reconciled {
  /** Nodes that did not report all blocks so far; what they have is not compared. */
  readonly silentNodes: readonly string[];
  /** The newest block that was compared; undefined for what no block leads to. */
  readonly upTo: bigint | undefined;
  /** Requests that were compared. */
  readonly requests: number;
  readonly differences: readonly (Difference & { readonly final: boolean })[];
}

/** How long a confirmed payment of a final block may wait to be reported so: a sweep runs every few seconds. */
const FINAL_WITHIN_MS = 3_600_000n;

/**
 * Compares the ledger with a chain over a range of blocks, chunk by chunk, and at the end
 * with the requests that are stored as paid though no block has their payment. Every node of the network is
 * queried separately, and what they differ in is a difference too; the ledger is compared with the first
 * that answers. Changes nothing, and may run beside watchers: the ledger is read in one snapshot, after the chain.
 *
 * Refuses (400) blocks that were not scanned yet; throws `Outage` when no node answers, or fewer than
 * the settings require.
 */
export async function* reconcileBlocks(
  ctx: Context,
  chain: ReconciledChain,
  range: ReconcileRange,
): AsyncGenerator<Reconciled, void, void> {
  let silentNodes: readonly string[] = [];
  for await (const chunk of compareBlocks(ctx, chain, range)) {
    ({ silentNodes } = chunk);
    yield chunk;
  }
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await compareRequestPage(ctx, chain.network.id, after);
    yield { ...page, silentNodes };
    after = page.next;
  }
}

/** The part of `reconcileBlocks` that begins with blocks: requests without a block are left out. */
export async function* compareBlocks(
  ctx: Context,
  chain: ReconciledChain,
  range: ReconcileRange,
): AsyncGenerator<Reconciled, void, void> {
  const { network } = chain;
  const cursors = await findCursors(ctx);
  const { from, to } = checkRange(cursors, network.id, range);
  const finality = finalityOf(ctx, network, cursors);
  const isOurs = (referenceKeys: readonly Hex[]) => findOurReferences(ctx, referenceKeys);
  const needed = ctx.settings.agreement.nodesFor(network) ?? 1;
  let silentNodes: readonly string[] = [];
  let next = from;
  for await (const scanned of scanNodes(chain, { from, to, isOurs }, needed)) {
    const views = await viewsOf(ctx, chain, scanned);
    const range = { from: next, to: scanned.to, ...finality };
    ({ silentNodes } = scanned);
    yield { ...(await compareRange(ctx, network.id, { ...range, views })), silentNodes };
    next = range.to + 1n;
  }
}

/** The newest final block, and the newest that is final for long. */
function finalityOf(
  ctx: Context,
  { id, blockTimeMs }: Network,
  cursors: readonly Cursor[],
): Pick<ReconciledRange, 'finalUpTo' | 'longFinalUpTo'> {
  const finals = thresholdsOf(ctx, cursors, 'finalized');
  const finalUpTo = finals.find(({ network }) => network === id)?.upTo ?? -1n;
  return { finalUpTo, longFinalUpTo: finalUpTo - FINAL_WITHIN_MS / BigInt(blockTimeMs) };
}

/** The transfers of each node, in the form of the ledger. */
async function viewsOf(
  ctx: Context,
  chain: ReconciledChain,
  { scans: [first, ...others] }: ScannedByNodes,
): Promise<readonly [NodeView, ...NodeView[]]> {
  const viewOf = async ({ name, blockHash, transfers }: typeof first) => {
    const matched = await matchTransfers(ctx, chain, transfers);
    return { name, blockHash, movements: matched.map(movementOf) };
  };
  return [await viewOf(first), ...(await Promise.all(others.map(viewOf)))];
}

interface ReconciledRange {
  readonly from: bigint;
  readonly to: bigint;
  readonly finalUpTo: bigint;
  readonly longFinalUpTo: bigint;
}

interface RangeByNodes extends ReconciledRange {
  readonly views: readonly [NodeView, ...NodeView[]];
}

/** Compares nodes with each other, and the ledger with the first of them. */
async function compareRange(
  ctx: Context,
  network: NetworkId,
  { views, ...range }: RangeByNodes,
): Promise<Omit<Reconciled, 'silentNodes'>> {
  const stored = await findRequestsOfBlocks(ctx, network, range);
  const reported = views.flatMap(({ movements }) => movements.map(({ requestId }) => requestId));
  const ids = [...new Set([...reported, ...stored])];
  const seen = views[0].movements;
  const differences = await compareRequests(ctx, ids, { ...range, seen });
  const publicIds = views.length === 1 ? new Map() : await findPublicIds(ctx, ids);
  const amongNodes = compareNodes(views, { to: range.to, publicIds });
  return {
    upTo: range.to,
    requests: ids.length,
    differences: [...differences, ...amongNodes.map((one) => withFinality(one, range))],
  };
}

/** Refuses (400, 404) a range that has not been scanned; returns it with its end. */
export function checkRange(
  cursors: readonly Cursor[],
  network: NetworkId,
  { from, to }: ReconcileRange,
): { readonly from: bigint; readonly to: bigint } {
  const cursor = cursors.find((candidate) => candidate.network === network);
  if (cursor === undefined || !isNetworkId(cursor.network)) {
    throw new Refusal('network_not_followed', 404, `${network} was never followed here`);
  }
  const { number } = cursor.block;
  const end = to ?? number;
  if (end > number) {
    const message = `${network} was scanned up to block ${number}; --to must not be above it`;
    throw new Refusal('block_not_reached', 400, message);
  }
  if (from > end) {
    throw new Refusal('empty_range', 400, `--from ${from} is above --to ${end}`);
  }
  return { from, to: end };
}

/** A page of requests as it was compared. */
export interface ComparedPage extends Omit<Reconciled, 'silentNodes'> {
  /** The id behind which the next page begins; undefined behind the last one. */
  readonly next: string | undefined;
}

/**
 * Compares requests without a block: of a page of requests after an id, those that are stored as paid and have
 * no active transfer. Queries no node.
 */
export async function compareRequestPage(
  ctx: Context,
  network: NetworkId,
  after: string,
): Promise<ComparedPage> {
  const { suspects, next } = await findRequestsWithoutTransfer(ctx, network, {
    after,
    limit: PAGE_ROWS,
  });
  const differences = suspects.length > 0 ? await compareSuspects(ctx, network, suspects) : [];
  return { upTo: undefined, requests: suspects.length, differences, next };
}

/** Compares requests that no block leads to; the payments of the rest of a batch were compared with the blocks. */
async function compareSuspects(
  ctx: Context,
  network: NetworkId,
  ids: readonly string[],
): Promise<Reconciled['differences']> {
  const finality = finalityOf(ctx, NETWORKS[network], await findCursors(ctx));
  return await compareRequests(ctx, ids, { from: 1n, to: 0n, ...finality, seen: [] });
}

async function compareRequests(
  ctx: Context,
  ids: readonly string[],
  range: ReconciledRange & { readonly seen: readonly Movement[] },
): Promise<Reconciled['differences']> {
  const differences: Difference[] = [];
  for (const some of splitIntoChunks(ids, REQUESTS_AT_ONCE)) {
    const asked = new Set(some);
    const hashes = range.seen
      .filter(({ requestId }) => asked.has(requestId))
      .map(({ transactionHash }) => transactionHash);
    const stored = await readStoredPayments(ctx, some, hashes);
    // The stored payments include the rest of each batch, whose transfers are among those that were seen.
    const read = new Set(stored.requests.map(({ id }) => id));
    const seen = range.seen.filter(({ requestId }) => read.has(requestId));
    differences.push(...compareStored({ ...range, seen, stored, now: ctx.now() }));
  }
  return differences.map((difference) => withFinality(difference, range));
}

function withFinality(difference: Difference, { finalUpTo }: ReconciledRange) {
  const { blockNumber } = difference;
  return { ...difference, final: blockNumber === null || blockNumber <= finalUpTo };
}

function movementOf(transfer: NewTransfer): Movement {
  const { block, ...rest } = transfer;
  return { ...rest, blockNumber: block.number, blockHash: block.hash };
}
