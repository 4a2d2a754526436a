import type { Context } from '#context.ts';
import { findNetworkProgress, type NetworkProgress } from './store/network-progress.ts';

export type { NetworkProgress } from './store/network-progress.ts';

/** A count stops here, which bounds its cost: an operator needs no exact number beyond it. */
const COUNTED_MAX = 10_000;

/** The state of every network that was scanned; a count of ten thousand means that many or more. */
export async function measureNetworks(ctx: Context): Promise<readonly NetworkProgress[]> {
  return await findNetworkProgress(ctx, COUNTED_MAX);
}
