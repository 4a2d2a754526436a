import type { Context } from '#context.ts';
import { type DrawnRequest, drawUp, type Placement } from './draw-up.ts';
import { insertAlone } from './store/alone.ts';
import { untilReferencesAreFree } from './until-free.ts';

/**
 * Draws requests up, lets the caller prepare what pays them, and only then writes them as
 * `placeRequests` does: what cannot be prepared is never written, and no database connection is kept
 * while a chain is asked. Answers what was prepared; it is prepared anew where a reference was
 * another's already.
 */
export async function placePrepared<T>(
  ctx: Context,
  placements: readonly Placement[],
  prepare: (drawn: readonly DrawnRequest[]) => Promise<T>,
): Promise<T> {
  return await untilReferencesAreFree(ctx, async () => {
    const drawn = placements.map((placement) => drawUp(ctx, placement));
    const prepared = await prepare(drawn);
    await insertAlone(ctx, drawn);
    return prepared;
  });
}
