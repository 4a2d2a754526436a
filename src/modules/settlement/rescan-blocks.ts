import type { NetworkId } from '#catalog/networks.ts';
import type { BlockPoint, Chain, ScannedBlocks } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { findOurReferences } from './find-our-references.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';
import { matchTransfers } from './match-transfers.ts';
import { checkRange, type ReconcileRange } from './reconcile-blocks.ts';
import { findCursors, findPoints } from './store/blocks.ts';
import { type CursorRow, findCursorRow, findStoredPositions } from './store/stored-payments.ts';

/**
 * How often storing a range is tried. An attempt fails only when a watcher moved the cursor
 * within the few milliseconds since it was read.
 */
const TRIES_MAX = 20;

/** The chain of a network, as far as it is read again. */
type ScannedChain = Pick<Chain, 'network' | 'normalAddress' | 'scan'>;

/** A transfer that was missing in the ledger and is in them now. */
interface FoundTransfer {
  readonly transactionHash: Hex;
  readonly blockNumber: bigint;
  /** The public id of the request that it pays. */
  readonly requestId: string;
  readonly creditedUnits: bigint;
}

/** How far blocks were read again, and what was missing. */
export interface Rescanned {
  readonly upTo: bigint;
  readonly found: readonly FoundTransfer[];
  /** Why contracts that only spoof a proxy are not all among what is suspicious; see `ScannedBlocks`. */
  readonly spoofedEventsMissed: ScannedBlocks['spoofedEventsMissed'];
}

/**
 * Reads blocks again that were scanned before, or are before the first that was, and stores
 * missing transfers, and those that only name our requests or spoof a proxy. The cursor does not move, so watchers continue beside it, and active transfers
 * are left unchanged; what it finds is settled like anything else.
 *
 * Refuses (400) blocks that were not scanned yet. Throws `Outage` when no node answers or the chain
 * is replaced during the read; the same can then be run again.
 */
export async function* rescanBlocks(
  ctx: Context,
  chain: ScannedChain,
  range: ReconcileRange,
): AsyncGenerator<Rescanned, void, void> {
  const network = chain.network.id;
  const { from, to } = checkRange(await findCursors(ctx), network, range);
  const isOurs = (referenceKeys: readonly Hex[]) => findOurReferences(ctx, referenceKeys);
  let before = await cursorOf(ctx, network);
  for await (const scanned of chain.scan({ from, to, isOurs, shouldQueryAllContracts: true })) {
    const matched = await matchTransfers(ctx, chain, scanned.transfers);
    const stored = await findStoredPositions(ctx, network, matched);
    if (scanned.transfers.length > 0) {
      await writeDown(ctx, chain, { scanned, before: before.block });
    }
    const found = matched
      .filter(({ block, logIndex }) => !stored.has(`${block.hash} ${logIndex}`))
      .map(({ transactionHash, block, requestId, creditedUnits }) => ({
        transactionHash,
        blockNumber: block.number,
        requestId,
        creditedUnits,
      }));
    yield { upTo: scanned.to.number, found, spoofedEventsMissed: scanned.spoofedEventsMissed };
    before = await cursorOf(ctx, network);
  }
}

/** What was read, and where the cursor stood before it was. */
interface Reading {
  readonly scanned: ScannedBlocks;
  readonly before: BlockPoint;
}

/**
 * Takes in what was read as if it had just happened, with the cursor moving from where it stands to
 * where it stands: the same statement and the same fence as any other block.
 */
async function writeDown(ctx: Context, chain: ScannedChain, reading: Reading): Promise<void> {
  const { scanned } = reading;
  for (let tries = 1; ; tries += 1) {
    const cursor = await cursorOf(ctx, chain.network.id);
    await checkUnchanged(ctx, chain.network.id, { ...reading, cursor });
    const { block: to, ...tags } = cursor;
    const { transfers } = scanned;
    try {
      const update = { type: 'blocks', transfers, points: [], to, ...tags } as const;
      await ingestChainUpdate(ctx, chain, { at: to, update });
      return;
    } catch (error) {
      if (!(error instanceof Outage) || tries === TRIES_MAX) throw error;
    }
  }
}

/**
 * Throws `Outage` where blocks vanished while others were read: a transfer of a vanished block must
 * not be written down behind the reorg that would have taken it back.
 */
async function checkUnchanged(
  ctx: Context,
  network: NetworkId,
  { scanned, before, cursor }: Reading & { readonly cursor: CursorRow },
): Promise<void> {
  const known = new Map(
    [...(await findPoints(ctx, network)), cursor.block].map(({ number, hash }) => [number, hash]),
  );
  const read = [scanned.to, ...scanned.transfers.map(({ block }) => block)];
  const differs = read.some(({ number, hash }) => (known.get(number) ?? hash) !== hash);
  const isOnChain = known.get(before.number) === before.hash;
  if (differs || !isOnChain || cursor.block.number < scanned.to.number) {
    throw new Outage(`blocks of ${network} were replaced while others were read: run this again`);
  }
}

async function cursorOf(ctx: Context, network: NetworkId): Promise<CursorRow> {
  const cursor = await findCursorRow(ctx, network);
  if (cursor === undefined) throw new Outage(`the cursor of ${network} is gone: run this again`);
  return cursor;
}
