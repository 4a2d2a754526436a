import type { Context } from '#context.ts';
import { countLinks, type LinkCount } from './store/measures.ts';

export type { LinkCount } from './store/measures.ts';

/** Counting that many takes some milliseconds, and above it no exact number is needed. */
const COUNTED_MAX = 10_000;

/** How many links have each status; beyond ten thousand as the database last sampled them. */
export async function measureLinks(ctx: Context): Promise<readonly LinkCount[]> {
  return await countLinks(ctx, COUNTED_MAX);
}
