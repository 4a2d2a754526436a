import type { Context } from '#context.ts';
import { findNetworkProgress, type NetworkProgress } from './store/network-progress.ts';

export type { NetworkProgress } from './store/network-progress.ts';

/** Beyond this many an operator knows enough: a count stops there, and so does its cost. */
const COUNTED_MAX = 10_000;

/** How every network that was looked at stands; a count of ten thousand may be more. */
export async function measureNetworks(ctx: Context): Promise<readonly NetworkProgress[]> {
  return await findNetworkProgress(ctx, COUNTED_MAX);
}
