import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type { BlockPoint, FollowFrom } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { openRequestsAtHand, type RequestsAtHand } from './requests-at-hand.ts';
import { findTold } from './store/told.ts';
import { findCursors, findPoints, type Halt } from './store.ts';

/** Where a watcher takes a network up. */
export interface Following {
  readonly from: FollowFrom;
  /** The requests that a follower which goes on from there is told to be ours. */
  readonly atHand: RequestsAtHand;
  /** Where the cursor stands; undefined when the network was never looked at. */
  readonly at: BlockPoint | undefined;
  /** Why it must not be followed now. */
  readonly halt: Halt | undefined;
}

/** Where to go on following a network: at its cursor, or where the settings say when there is none. */
export async function findFollowFrom(ctx: Context, network: NetworkId): Promise<Following> {
  const cursors = await findCursors(ctx);
  const cursor = cursors.find((candidate) => candidate.network === network);
  // Strangers pay through the same contracts all day; only what names our requests is read in full.
  const atHand = openRequestsAtHand(ctx);
  // A sandbox's node is begun anew whenever somebody likes.
  const mayStartOver = ctx.settings.mode === 'sandbox';
  const shared = { isOurs: atHand.keep, mayStartOver, asksSafe: asksSafe(ctx, network) };
  if (cursor === undefined) {
    const from = { ...shared, known: [], startBlock: ctx.settings.firstBlockOf(network) };
    return { from, atHand, at: undefined, halt: undefined };
  }
  const { block: at, finalizedNumber, safeNumber, halt } = cursor;
  const known = (await findPoints(ctx, network)).filter((point) => point.number < at.number);
  const tags = { finalizedNumber, safeNumber };
  // A follower that ended may not have read its newest blocks again.
  const told = await findTold(ctx, network, known[0]?.number ?? at.number);
  const from = { ...shared, ...tags, told, known: [...known, at], startBlock: undefined };
  return { from, atHand, at, halt };
}

/** Nobody else's nodes are asked what they call safe. */
function asksSafe({ settings }: Context, id: NetworkId): boolean {
  const network = NETWORKS[id];
  const rules = [
    settings.confirmationsFor(network),
    ...settings.amountStepsFor(network).map(({ rule }) => rule),
  ];
  return rules.some(({ by }) => by === 'safe_tag');
}
