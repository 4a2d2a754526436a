import type { Context } from '#context.ts';
import { measureQueues, type QueueLengths } from './store/queue.ts';

/** A count stops here, which bounds its cost: an operator needs no exact number beyond it. */
const COUNTED_MAX = 10_000;

/** How many endpoints with something due are read at most. */
const ENDPOINTS_MAX = 1_000;

/** How much the webhooks have before them; a count of ten thousand may be more. */
export async function measureWebhooks(ctx: Context): Promise<QueueLengths> {
  return await measureQueues(ctx, { countMax: COUNTED_MAX, endpointsMax: ENDPOINTS_MAX });
}
