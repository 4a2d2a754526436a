import type { Context } from '#context.ts';
import { findStandings, type NetworkStanding } from './store/standings.ts';

export type { NetworkStanding } from './store/standings.ts';

/** Beyond this many an operator knows enough: a count stops there, and so does its cost. */
const COUNTED_MAX = 10_000;

/** How every network that was looked at stands; a count of ten thousand may be more. */
export async function measureNetworks(ctx: Context): Promise<readonly NetworkStanding[]> {
  return await findStandings(ctx, COUNTED_MAX);
}
