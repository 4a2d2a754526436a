import type { Context } from '#context.ts';
import { drawUp, type Placement } from './draw-up.ts';
import { insertAlone } from './store/alone.ts';
import type { NewRequest } from './store/requests.ts';
import { untilReferencesAreFree } from './until-free.ts';

/**
 * Writes requests that no link asks for, with their fees and with references that are nobody
 * else's: all by one statement, or none. Answers the requests in their order, without their fees.
 */
export async function placeRequests(
  ctx: Context,
  placements: readonly Placement[],
): Promise<readonly NewRequest[]> {
  return await untilReferencesAreFree(ctx, async () => {
    const drawn = placements.map((placement) => drawUp(ctx, placement));
    await insertAlone(ctx, drawn);
    return drawn.map(({ request }) => request);
  });
}
