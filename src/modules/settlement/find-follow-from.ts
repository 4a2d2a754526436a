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
  const at = cursors.find((cursor) => cursor.network === network)?.block;
  // Strangers pay through the same contracts all day; only what names our requests is read in full.
  const isOurs = (topics: readonly Hex[]) => findOurTopics(ctx, topics);
  if (at === undefined) {
    return { from: { known: [], startBlock: ctx.settings.firstBlock, isOurs }, at };
  }
  const known = (await findPoints(ctx, network)).filter((point) => point.number < at.number);
  return { from: { known: [...known, at], startBlock: undefined, isOurs }, at };
}
