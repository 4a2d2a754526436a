import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type { BlockPoint, FollowFrom } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { openRequestCache, type RequestCache } from './request-cache.ts';
import { findCursors, findPoints, type Halt } from './store/blocks.ts';
import { findReportedEvents } from './store/reported-events.ts';

/** Where a watcher takes a network up. */
export interface FollowStart {
  readonly from: FollowFrom;
  /** Our requests, for a follower that continues from there. */
  readonly requestCache: RequestCache;
  /** The cursor; undefined when the network was never scanned. */
  readonly at: BlockPoint | undefined;
  /** Why it must not be followed now. */
  readonly halt: Halt | undefined;
}

/** Where to continue following a network: at its cursor, or at the block of the settings when there is none. */
export async function findFollowFrom(ctx: Context, network: NetworkId): Promise<FollowStart> {
  const cursors = await findCursors(ctx);
  const cursor = cursors.find((candidate) => candidate.network === network);
  // Others pay through the same contracts all day; only what names our requests is read in full.
  const requestCache = openRequestCache(ctx);
  // A sandbox's node may be reset at any time.
  const mayStartOver = ctx.settings.mode === 'sandbox';
  const shared = {
    isOurs: requestCache.keep,
    mayStartOver,
    shouldReadSafe: shouldReadSafe(ctx, network),
  };
  if (cursor === undefined) {
    const from = { ...shared, known: [], startBlock: ctx.settings.firstBlockOf(network) };
    return { from, requestCache, at: undefined, halt: undefined };
  }
  const { block: at, finalizedNumber, safeNumber, halt } = cursor;
  const known = (await findPoints(ctx, network)).filter((point) => point.number < at.number);
  const tags = { finalizedNumber, safeNumber };
  // A follower that ended may not have read its newest blocks again.
  const reported = await findReportedEvents(ctx, network, known[0]?.number ?? at.number);
  const from = { ...shared, ...tags, reported, known: [...known, at], startBlock: undefined };
  return { from, requestCache, at, halt };
}

/** The nodes of other networks are not queried for their safe block. */
function shouldReadSafe({ settings }: Context, id: NetworkId): boolean {
  const network = NETWORKS[id];
  const rules = [
    settings.confirmationsFor(network),
    ...settings.amountStepsFor(network).map(({ rule }) => rule),
  ];
  return rules.some(({ by }) => by === 'safe_tag');
}
