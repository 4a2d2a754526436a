import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type { BlockPoint, FollowFrom } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { openRequestCache, type RequestCache } from './request-cache.ts';
import { findCursors, findPoints, type Halt } from './store/blocks.ts';
import { findReportedEvents } from './store/reported-events.ts';

/** Where a watcher takes a network up. */
export interface FollowStart {
  readonly from: FollowFrom;
  /** The requests that a follower which goes on from there is told to be ours. */
  readonly requestCache: RequestCache;
  /** Where the cursor stands; undefined when the network was never looked at. */
  readonly at: BlockPoint | undefined;
  /** Why it must not be followed now. */
  readonly halt: Halt | undefined;
}

/** Where to go on following a network: at its cursor, or where the settings say when there is none. */
export async function findFollowFrom(ctx: Context, network: NetworkId): Promise<FollowStart> {
  const cursors = await findCursors(ctx);
  const cursor = cursors.find((candidate) => candidate.network === network);
  // Others pay through the same contracts all day; only what names our requests is read in full.
  const requestCache = openRequestCache(ctx);
  // A sandbox's node is begun anew whenever somebody likes.
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

/** Nobody else's nodes are asked what they call safe. */
function shouldReadSafe({ settings }: Context, id: NetworkId): boolean {
  const network = NETWORKS[id];
  const rules = [
    settings.confirmationsFor(network),
    ...settings.amountStepsFor(network).map(({ rule }) => rule),
  ];
  return rules.some(({ by }) => by === 'safe_tag');
}
