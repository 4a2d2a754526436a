import type { NetworkId } from '#catalog/networks.ts';
import type { Chain, SingleNode } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import { findThresholds } from './find-thresholds.ts';
import { type ChosenSlice, chooseSlice, type Slice } from './model/choose-slice.ts';
import { compareBlocks, compareRequestPage, type Reconciled } from './reconcile-blocks.ts';
import type { Threshold } from './store/due.ts';
import {
  beginReconciliation,
  findRecheck,
  type Lease,
  leaseSlice,
  type Progress,
  type SliceOutcome,
  saveProgress,
  storeDifferences,
} from './store/reconciliation.ts';

const HOUR_MS = 3_600_000;
/** Longer than a slice takes on slow nodes; after it another process takes the slice of one that was killed. */
const LEASE_MS = 10 * 60_000;
/** How soon a slice is tried again after the nodes did not answer. */
const RETRY_MS = 60_000;
/** Differences of one slice that are stored; where there are more, something is wrong as a whole. */
const DIFFERENCES_STORED_MAX = 200;

/**
 * Compares the next slice of every network that is due, and returns how many were compared. Differences are
 * stored for `status` and its alarm; nothing else is changed. Any number of processes may do this at once.
 *
 * The requests of a slice delay the next one, so that no hour has more requests for logs than
 * the setting `RECONCILE_CALLS_PER_HOUR` allows. A network whose nodes do not answer is tried again later.
 */
export async function reconcileSlices(ctx: Context, signal: AbortSignal): Promise<number> {
  const callsPerHour = ctx.settings.reconcileCallsPerHour;
  if (callsPerHour === 0) return 0;
  let compared = 0;
  for (const threshold of await findThresholds(ctx, 'finalized')) {
    const chain = ctx.chains.all.find(({ network }) => network.id === threshold.network);
    if (signal.aborted) break;
    if (chain !== undefined && (await reconcileNext(ctx, chain, { threshold, callsPerHour }))) {
      compared += 1;
    }
  }
  return compared;
}

interface Limits {
  readonly threshold: Threshold;
  readonly callsPerHour: number;
}

/** Compares the next slice of one network; false where none was due or the nodes did not answer. */
async function reconcileNext(
  ctx: Context,
  chain: Chain,
  { threshold, callsPerHour }: Limits,
): Promise<boolean> {
  const network = chain.network.id;
  // Where no block counts as final any more, known differences are still checked again, so that their alarm can end.
  const finalBlock = smaller(threshold.upTo, threshold.checkedBlock);
  const lease =
    (await leaseSlice(ctx, network, LEASE_MS)) ??
    (finalBlock >= 0n ? await leaseFirstSlice(ctx, network, finalBlock) : undefined);
  if (lease === undefined) return false;
  const now = ctx.now();
  const recheck = await findRecheck(ctx, network);
  const chosen = chooseSlice(lease, { recheck, finalBlock, now });
  const counted = countCalls(chain);
  const outcomes = await compareIfPossible(ctx, counted.chain, { chosen, lease });
  const waitMs = outcomes === undefined ? RETRY_MS : (counted.calls() * HOUR_MS) / callsPerHour;
  const progress = progressOf(lease, outcomes === undefined ? undefined : chosen, {
    now,
    dueAt: new Date(now.getTime() + Math.max(Math.ceil(waitMs), 1)),
    pageEnd: outcomes?.find(({ slice }) => slice.by === 'requests')?.next,
  });
  await saveOutcomes(ctx, network, { lease, progress, outcomes: outcomes ?? [] });
  ctx.meter.count('reconciliation_calls_total', { network }, counted.calls());
  return (outcomes?.length ?? 0) > 0;
}

/** The first slice of a network that was not reconciled yet; undefined where it was, as then none is due. */
async function leaseFirstSlice(
  ctx: Context,
  network: NetworkId,
  finalBlock: bigint,
): Promise<Lease | undefined> {
  const startBlock = smaller(ctx.settings.firstBlockOf(network) ?? finalBlock, finalBlock);
  const hasBegun = await beginReconciliation(ctx, network, startBlock);
  return hasBegun ? await leaseSlice(ctx, network, LEASE_MS) : undefined;
}

/** Writes down how far it got and what was found; where nothing was, by one statement. */
async function saveOutcomes(
  ctx: Context,
  network: NetworkId,
  saved: Parameters<typeof saveProgress>[2],
): Promise<void> {
  const withDifferences = saved.outcomes.filter(({ found }) => found.length > 0);
  if (withDifferences.length === 0) {
    await saveProgress(ctx, network, saved);
    return;
  }
  await transact(ctx, async (ctx) => {
    if (!(await saveProgress(ctx, network, saved))) return;
    for (const outcome of withDifferences) await storeDifferences(ctx, network, outcome);
  });
}

/** What one slice showed. */
interface ComparedSlice extends SliceOutcome {
  /** Where the next page of requests begins; undefined behind the last one, and for blocks. */
  readonly next: string | undefined;
}

/** Compares what was chosen, and with a slice of a further round a page of requests; undefined in an outage. */
async function compareIfPossible(
  ctx: Context,
  chain: Chain,
  { chosen, lease }: { readonly chosen: ChosenSlice | undefined; readonly lease: Lease },
): Promise<readonly ComparedSlice[] | undefined> {
  if (chosen === undefined) return [];
  const page: Slice = { by: 'requests', after: lease.afterRequest };
  const slices = chosen.purpose === 'again' ? [chosen.slice, page] : [chosen.slice];
  try {
    const outcomes: ComparedSlice[] = [];
    for (const slice of slices) outcomes.push(await compareSlice(ctx, chain, slice));
    return outcomes;
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    const { id: network } = chain.network;
    ctx.log.warn({ err: error, network }, 'a slice of blocks was not compared; trying again');
    return undefined;
  }
}

async function compareSlice(ctx: Context, chain: Chain, slice: Slice): Promise<ComparedSlice> {
  if (slice.by === 'requests') {
    const { differences, next } = await compareRequestPage(ctx, chain.network.id, slice.after);
    return { slice, found: differences.slice(0, DIFFERENCES_STORED_MAX), next };
  }
  const found: Reconciled['differences'][number][] = [];
  for await (const { differences } of compareBlocks(ctx, chain, slice)) found.push(...differences);
  return { slice, found: found.slice(0, DIFFERENCES_STORED_MAX), next: undefined };
}

interface Moment {
  readonly now: Date;
  readonly dueAt: Date;
  readonly pageEnd: string | undefined;
}

/** Where a network stands after a slice; without one it stands where it stood. */
function progressOf(
  lease: Lease,
  chosen: ChosenSlice | undefined,
  { now, dueAt, pageEnd }: Moment,
): Progress {
  const { nextBlock, againBlock, afterRequest } = lease;
  const advancedAt = undefined;
  const stays = { nextBlock, againBlock, afterRequest, dueAt, advancedAt };
  if (chosen === undefined) return { ...stays, comparedAt: undefined };
  const { slice, purpose } = chosen;
  if (purpose === 'recheck' || slice.by === 'requests') return { ...stays, comparedAt: now };
  const behind = slice.to + 1n;
  return purpose === 'new'
    ? { ...stays, nextBlock: behind, advancedAt: now, comparedAt: now }
    : { ...stays, againBlock: behind, afterRequest: pageEnd ?? '', comparedAt: now };
}

/** The same chain, and how many requests for logs its nodes were sent: each answers a part of a range. */
function countCalls(chain: Chain): { readonly chain: Chain; readonly calls: () => number } {
  let calls = 0;
  const counted = (node: SingleNode): SingleNode => ({
    ...node,
    scan: async function* (range) {
      calls += 1;
      for await (const chunk of node.scan(range)) {
        if (chunk.to.number < range.to) calls += 1;
        yield chunk;
      }
    },
  });
  return {
    chain: { ...chain, eachNode: () => chain.eachNode().map(counted) },
    calls: () => calls,
  };
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
