import type { Context } from '#context.ts';
import { measureQueues, type QueueLengths } from './store/queue.ts';

/** Beyond this many an operator knows enough: a count stops there, and so does its cost. */
const COUNTED_MAX = 10_000;

/** More endpoints than this with something due at once are looked at in part. */
const ENDPOINTS_MAX = 1_000;

/** How much the webhooks have before them; a count of ten thousand may be more. */
export async function measureWebhooks(ctx: Context): Promise<QueueLengths> {
  return await measureQueues(ctx, { countMax: COUNTED_MAX, endpointsMax: ENDPOINTS_MAX });
}
