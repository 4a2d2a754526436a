import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import type { Chain } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { findOurTopics } from './find-our-topics.ts';
import { findThresholds } from './find-thresholds.ts';
import { matchTransfers } from './match-transfers.ts';
import type { Difference, Movement } from './model/books.ts';
import { compareBooks } from './model/compare-books.ts';
import { findRequestsOfBlocks, findRequestsWithoutTransfer, readBooks } from './store/books.ts';
import { findCursors, type NewTransfer } from './store.ts';

/** Requests that are read and compared at once; what bounds the memory of a busy stretch. */
const REQUESTS_AT_ONCE = 500;

/** Requests without a transfer are looked for this many at a time; each page is a statement of some milliseconds. */
const PAGE_ROWS = 2_000;

/** The chain of a network, as far as a comparison asks it. */
export type ScannedChain = Pick<Chain, 'network' | 'normalAddress' | 'scan'>;

/** Which blocks to compare; left out, up to the newest that was looked at. */
export interface ReconcileRange {
  readonly from: bigint;
  readonly to?: bigint | undefined;
}

/** How far a comparison got, and what it found on the way there. */
export interface Reconciled {
  /** The newest block that was compared; undefined for what no block leads to. */
  readonly upTo: bigint | undefined;
  /** Requests that were compared. */
  readonly requests: number;
  readonly differences: readonly (Difference & { readonly final: boolean })[];
}

/**
 * Compares the books with what a chain holds in a range of blocks, stretch by stretch, and at the end
 * with the requests that say they were paid though no block leads to them. Changes nothing, and runs
 * beside watchers: books are read at one moment, behind the chain.
 *
 * Refuses (400) blocks that were not looked at yet; throws `Outage` when no node answers.
 */
export async function* reconcileBlocks(
  ctx: Context,
  chain: ScannedChain,
  range: ReconcileRange,
): AsyncGenerator<Reconciled, void, void> {
  const network = chain.network.id;
  const { from, to } = await checkRange(ctx, network, range);
  const finals = await findThresholds(ctx, 'finalized');
  const finalUpTo = finals.find((threshold) => threshold.network === network)?.upTo ?? -1n;
  const isOurs = (topics: readonly Hex[]) => findOurTopics(ctx, topics);
  let next = from;
  for await (const scanned of chain.scan({ from, to, isOurs })) {
    const stretch = { from: next, to: scanned.to.number, finalUpTo };
    const seen = (await matchTransfers(ctx, chain, scanned.transfers)).map(movementOf);
    const booked = await findRequestsOfBlocks(ctx, network, stretch);
    const ids = [...new Set([...seen.map(({ requestId }) => requestId), ...booked])];
    const differences = await compareRequests(ctx, ids, { ...stretch, seen });
    yield { upTo: stretch.to, requests: ids.length, differences };
    next = stretch.to + 1n;
  }
  yield* reconcileRequests(ctx, network, { from, to, finalUpTo });
}

/** Refuses (400, 404) a range that has not been looked at; answers it with its end. */
export async function checkRange(
  ctx: Context,
  network: NetworkId,
  { from, to }: ReconcileRange,
): Promise<{ readonly from: bigint; readonly to: bigint }> {
  const cursor = (await findCursors(ctx)).find((candidate) => candidate.network === network);
  if (cursor === undefined || !isNetworkId(cursor.network)) {
    throw new Refusal('network_not_followed', 404, `${network} was never followed here`);
  }
  const { number } = cursor.block;
  const end = to ?? number;
  if (end > number) {
    const message = `${network} was looked at up to block ${number}; --to must not be above it`;
    throw new Refusal('block_not_reached', 400, message);
  }
  if (from > end) {
    throw new Refusal('empty_range', 400, `--from ${from} is above --to ${end}`);
  }
  return { from, to: end };
}

interface Stretch {
  readonly from: bigint;
  readonly to: bigint;
  readonly finalUpTo: bigint;
}

/** What no block leads to: requests that say they were paid, and have no transfer that stands. */
async function* reconcileRequests(
  ctx: Context,
  network: NetworkId,
  stretch: Stretch,
): AsyncGenerator<Reconciled, void, void> {
  // No block is looked at here: what the rest of a batch was paid by was compared with the blocks.
  const nowhere = { ...stretch, from: 1n, to: 0n, seen: [] };
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await findRequestsWithoutTransfer(ctx, network, { after, limit: PAGE_ROWS });
    const differences = await compareRequests(ctx, page.suspects, nowhere);
    yield { upTo: undefined, requests: page.suspects.length, differences };
    after = page.next;
  }
}

async function compareRequests(
  ctx: Context,
  ids: readonly string[],
  stretch: Stretch & { readonly seen: readonly Movement[] },
): Promise<Reconciled['differences']> {
  const differences: Difference[] = [];
  for (let start = 0; start < ids.length; start += REQUESTS_AT_ONCE) {
    const some = ids.slice(start, start + REQUESTS_AT_ONCE);
    const asked = new Set(some);
    const hashes = stretch.seen
      .filter(({ requestId }) => asked.has(requestId))
      .map(({ transactionHash }) => transactionHash);
    const books = await readBooks(ctx, some, hashes);
    // The books bring the rest of each batch along, whose transfers are among those that were seen.
    const read = new Set(books.requests.map(({ id }) => id));
    const seen = stretch.seen.filter(({ requestId }) => read.has(requestId));
    differences.push(...compareBooks({ ...stretch, seen, books }));
  }
  return differences.map((difference) => ({
    ...difference,
    final: difference.blockNumber === null || difference.blockNumber <= stretch.finalUpTo,
  }));
}

function movementOf(transfer: NewTransfer): Movement {
  const { block, ...rest } = transfer;
  return { ...rest, blockNumber: block.number, blockHash: block.hash };
}
