import type { NetworkId } from '#catalog/networks.ts';
import type { BlockPoint, FollowFrom } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { findOurTopics } from './find-our-topics.ts';
import { findCursors, findPoints } from './store.ts';

/** Where a watcher takes a network up. */
export interface Following {
  readonly from: FollowFrom;
  /** Where the cursor stands; undefined when the network was never looked at. */
  readonly at: BlockPoint | undefined;
}

/** Where to go on following a network: at its cursor, or where the settings say when there is none. */
export async function findFollowFrom(ctx: Context, network: NetworkId): Promise<Following> {
  const cursors = await findCursors(ctx);
  const cursor = cursors.find((one) => one.network === network);
  const at = cursor?.block;
  // Strangers pay through the same contracts all day; only what names our requests is read in full.
  const isOurs = (topics: readonly Hex[]) => findOurTopics(ctx, topics);
  // A sandbox's nodes are reset by whoever plays with them.
  const rest = { isOurs, mayStartOver: ctx.settings.mode === 'sandbox' };
  if (cursor === undefined || at === undefined) {
    return { from: { ...rest, known: [], startBlock: ctx.settings.firstBlock }, at };
  }
  const known = (await findPoints(ctx, network)).filter((point) => point.number < at.number);
  const { finalizedNumber } = cursor;
  return { from: { ...rest, known: [...known, at], startBlock: undefined, finalizedNumber }, at };
}
